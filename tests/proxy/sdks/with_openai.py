# OpenAI's own client on Responses: what it stores is named by id, and what it does not is sealed.
import openai


def altered(items):
    return [{**item, "encrypted_content": item["encrypted_content"][:8] + "AAAA"} if item["type"] == "reasoning" else item for item in items]


def dropped(items):
    return [item for item in items if item["type"] != "reasoning"]


UNSTORED = dict(store=False, include=["reasoning.encrypted_content"])
DAMAGES = {"nothing": (UNSTORED, list), "a sealed item altered": (UNSTORED, altered), "a reasoning item dropped": ({}, dropped)}
TOOL = {"type": "function", "name": "grep", "parameters": {"type": "object", "properties": {}}, "strict": False}


def steps(damage):
    settings, damaged = damage
    client = openai.OpenAI(max_retries=0)
    asked = dict(model="gpt-5-mini", tools=[TOOL], reasoning={"effort": "low"}, **settings)
    items = [{"role": "user", "content": "begin"}]
    first = client.responses.create(**asked, input=items)
    yield first
    output = damaged([item.model_dump(exclude_none=True) for item in first.output])
    results = [{"type": "function_call_output", "call_id": item["call_id"], "output": "done"} for item in output if item["type"] == "function_call"]
    with client.responses.stream(**asked, input=items + output + results) as stream:
        yield stream.get_final_response()

"""LiteLLM as a peer: requests come in as lines, and what it would send goes out as lines. Nothing reaches a network."""

import asyncio
import importlib.metadata
import json
import os
import sys
import time

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import httpx  # noqa: E402
import litellm  # noqa: E402

litellm.suppress_debug_info = True
litellm.drop_params = True

MODELS = {
    "anthropic-messages": "anthropic/{}",
    "bedrock-converse": "bedrock/converse/anthropic.{}",
    "openai-responses": "openai/responses/{}",
    "openai-chat": "openai/{}",
    "gemini-generate": "gemini/{}",
    "mistral-chat": "mistral/{}",
    "cohere-chat": "cohere_chat/{}",
    "openrouter-chat": "openrouter/{}",
    "ollama-chat": "ollama_chat/{}",
}
KEYS = {"api_key": "none", "aws_access_key_id": "none", "aws_secret_access_key": "none", "aws_region_name": "us-east-1"}


class Caught(BaseException):
    """Ends a call where it would leave the machine; no retry catches it."""


sent = []


def catch(request):
    # Ollama is first asked what its model can do.
    if str(request.url).endswith("/api/show"):
        return httpx.Response(200, request=request, json={"capabilities": ["completion", "tools", "vision", "thinking"], "template": "{{ .Tools }}", "model_info": {}})
    if request.method == "POST":
        sent.append(request.content.decode())
    raise Caught()


def send(self, request, **_):
    return catch(request)


async def send_async(self, request, **_):
    return catch(request)


httpx.Client.send = send
httpx.AsyncClient.send = send_async


def call(wire, body, to, model):
    """Calls what a client of the source's wire calls, with the target's model."""
    keys = {"api_key": KEYS["api_key"]} if to != "bedrock-converse" else {name: KEYS[name] for name in KEYS if name != "api_key"}
    # A stream is asked for when it is read, which it never is here.
    body = {name: value for name, value in body.items() if name not in ("model", "stream")}
    model = MODELS[to].format(model)
    if wire == "anthropic-messages":
        return asyncio.run(litellm.anthropic.messages.acreate(model=model, **body, **keys))
    if wire == "openai-responses":
        return litellm.responses(model=model, **body, **keys, num_retries=0)
    if wire == "gemini-generate":
        names = {"generationConfig": "config"}
        return litellm.google_genai.generate_content(model=model, **{names.get(name, name): value for name, value in body.items()}, **keys)
    return litellm.completion(model=model, **body, **keys, num_retries=0, max_retries=0)


def convert(wire, text, to, model):
    sent.clear()
    try:
        call(wire, json.loads(text), to, model)
    except BaseException as error:
        if not sent:
            return {"error": f"{type(error).__name__}: {error}"[:300]}
    return {"text": sent[-1]} if sent else {"error": "nothing was sent"}


def timed(job, rounds):
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        job()
        best = min(best, time.perf_counter() - start)
    return best * 1000


def main():
    print(json.dumps({"version": importlib.metadata.version("litellm")}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        wire, text, to, model = (asked[name] for name in ("wire", "text", "to", "model"))
        if "rounds" in asked:
            floor = timed(lambda: json.dumps(json.loads(text)), asked["rounds"])
            answer = {"floor": floor, "time": timed(lambda: convert(wire, text, to, model), asked["rounds"])}
        else:
            answer = convert(wire, text, to, model)
        print(json.dumps(answer), flush=True)


main()

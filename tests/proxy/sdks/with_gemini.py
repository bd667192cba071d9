# Google's own client. The second step is streamed.
from google import genai
from google.genai import types


def unsigned(part):
    part.thought_signature = None


DAMAGES = {"nothing": lambda part: None, "a signature lost": unsigned}
TOOL = types.Tool(function_declarations=[types.FunctionDeclaration(name="grep", description="grep it")])
CONFIG = types.GenerateContentConfig(tools=[TOOL], automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True))
MODEL = "gemini-3-pro-preview"


def steps(damage):
    client = genai.Client()
    contents = [types.Content(role="user", parts=[types.Part(text="begin")])]
    first = client.models.generate_content(model=MODEL, contents=contents, config=CONFIG)
    yield first
    content = first.candidates[0].content
    for part in content.parts:
        damage(part)
    calls = [part.function_call for part in content.parts if part.function_call]
    results = [types.Part(function_response=types.FunctionResponse(id=call.id, name=call.name, response={"text": "done"})) for call in calls]
    yield list(client.models.generate_content_stream(model=MODEL, contents=contents + [content, types.Content(role="user", parts=results)], config=CONFIG))

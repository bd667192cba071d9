"""What Pydantic AI sends to a vendor for stored messages: one JSON line in, one body out. Nothing leaves the machine."""

import asyncio
import json
import sys
import warnings

import httpx2
from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelMessagesTypeAdapter

warnings.simplefilter('ignore')
kept = {}


def keep(request):
    kept['body'] = json.loads(request.content)
    return httpx2.Response(400, json={'error': {'message': 'kept', 'type': 'kept', 'code': 400}})


def model_of(vendor, name):
    http = httpx2.AsyncClient(transport=httpx2.MockTransport(keep))
    if vendor == 'anthropic':
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=AsyncAnthropic(api_key='k', http_client=http, max_retries=0)))
    if vendor == 'google':
        from pydantic_ai.models.google import GoogleModel
        from pydantic_ai.providers.google import GoogleProvider

        return GoogleModel(name, provider=GoogleProvider(api_key='k', http_client=http))
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    return OpenAIResponsesModel(name, provider=OpenAIProvider(openai_client=AsyncOpenAI(api_key='k', http_client=http, max_retries=0)))


async def main():
    vendor, name = sys.argv[1:3]
    model = model_of(vendor, name)
    for line in sys.stdin:
        kept.clear()
        messages = ModelMessagesTypeAdapter.validate_json(line)
        try:
            await model_request(model, messages)
        except Exception as error:
            if 'body' not in kept:
                raise error
        # The framework writes the messages that it reads, and ours reads these.
        stored = json.loads(ModelMessagesTypeAdapter.dump_json(messages))
        print(json.dumps({'body': kept['body'], 'stored': stored}), flush=True)


asyncio.run(main())

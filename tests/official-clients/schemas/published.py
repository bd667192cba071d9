"""The schemas that vendors publish in their Python packages: typed dictionaries, pydantic models, a service model and protocol buffers."""

import inspect
import typing
from functools import partial

from pydantic import TypeAdapter, create_model
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import PydanticOmit

from closed import ClosedSchema


class OfJson(GenerateJsonSchema):
    """Leaves out what no JSON has: open files, functions, classes."""

    def handle_invalid_for_json_schema(self, schema, error_info):
        raise PydanticOmit

    def lax_or_strict_schema(self, schema):
        # Speakeasy's clients take every word beside those of a list, for words of the future. A converted request has only those of the list.
        if schema["strict_schema"]["type"] == "none":
            raise PydanticOmit
        return super().lax_or_strict_schema(schema)


def closed(type_):
    return ClosedSchema(TypeAdapter(type_).json_schema(by_alias=True, schema_generator=OfJson), closes_open=True)


def anthropic():
    from anthropic.types.message_create_params import MessageCreateParams

    return closed(MessageCreateParams)


def openai_responses():
    from openai.types.responses.response_create_params import ResponseCreateParams

    return closed(ResponseCreateParams)


def openai_chat():
    from openai.types.chat.completion_create_params import CompletionCreateParams

    return closed(CompletionCreateParams)


def google_genai():
    """The parameters, without the files, functions and sessions that the client takes in the place of contents and tools."""
    from google.genai.types import Content, GenerateContentConfig, Tool

    config = create_model("Config", __base__=GenerateContentConfig, tools=(list[Tool], None), system_instruction=(Content, None))
    return closed(create_model("GenerateContentParameters", model=(str, ...), contents=(list[Content], ...), config=(config, ...)))


def google_interactions():
    from google.genai._gaos.types.interactions import CreateModelInteraction

    return closed(CreateModelInteraction)


def openrouter():
    from openrouter.components import ChatRequest

    return closed(ChatRequest)


def mistral():
    from mistralai.client.models import ChatCompletionRequest

    return closed(ChatCompletionRequest)


def cohere():
    """The request has no model of its own: the parameters of the method are its members."""
    from cohere.v2.client import V2Client

    hints = typing.get_type_hints(V2Client.chat)
    members = {name: given.default for name, given in inspect.signature(V2Client.chat).parameters.items() if name not in ("self", "request_options")}
    return closed(create_model("V2ChatRequest", **{name: (hints[name], ... if default is inspect.Parameter.empty else None) for name, default in members.items()}))


def ollama():
    """The request, without the mappings of anything that the client takes in the place of its models. It writes a picture as base64."""
    from ollama._types import ChatRequest, Message, Options, Tool

    message = create_model("WrittenMessage", __base__=Message, images=(list[str], None))
    return closed(create_model("Chat", __base__=ChatRequest, messages=(list[message], ...), tools=(list[Tool], None), options=(Options, None)))


class Converse:
    """The service model of botocore, by its own validator, and by JSON Schema for what that leaves out: words, patterns and upper limits."""

    def __init__(self):
        import botocore.session
        from botocore.validate import ParamValidator

        self.shape = botocore.session.get_session().get_service_model("bedrock-runtime").operation_model("Converse").input_shape
        self.validator = ParamValidator()
        self.shapes = {}
        self.schema = ClosedSchema({**self.schema_of(self.shape), "$defs": self.shapes})

    def faults(self, body):
        said = self.validator.validate(body, self.shape)
        own = [("", line) for line in said.generate_report().split("\n")] if said.has_errors() else []
        return own + self.schema.faults(body)

    def schema_of(self, shape):
        if shape.name not in self.shapes:
            self.shapes[shape.name] = {}
            self.shapes[shape.name] = self.written(shape)
        return {"$ref": f"#/$defs/{shape.name}"}

    def written(self, shape):
        limits = shape.metadata
        low, high = limits.get("min"), limits.get("max")
        if shape.type_name == "structure":
            if getattr(shape, "is_document_type", False):
                return {}
            made = {"type": "object", "properties": {name: self.schema_of(one) for name, one in shape.members.items()}, "required": shape.required_members}
            return {**made, "minProperties": 1, "maxProperties": 1} if getattr(shape, "is_tagged_union", False) else made
        if shape.type_name == "list":
            return limited({"type": "array", "items": self.schema_of(shape.member)}, minItems=low, maxItems=high)
        if shape.type_name == "map":
            return limited({"type": "object", "additionalProperties": self.schema_of(shape.value), "propertyNames": self.schema_of(shape.key)}, minProperties=low, maxProperties=high)
        if shape.type_name in ("integer", "long"):
            return limited({"type": "integer"}, minimum=low, maximum=high)
        if shape.type_name in ("float", "double"):
            return limited({"type": "number"}, minimum=low, maximum=high)
        if shape.type_name == "boolean":
            return {"type": "boolean"}
        if shape.type_name == "blob":
            return {"type": "string"}
        pattern = limits.get("pattern")
        return limited({"type": "string"}, minLength=low, maxLength=high, enum=limits.get("enum"), pattern=pattern and f"^(?:{pattern})$")


def limited(schema, **limits):
    return {**schema, **{name: value for name, value in limits.items() if value is not None}}


class Protocol:
    """Protocol buffers of the Gemini API, by the parser of their JSON: it takes no field that it does not know."""

    def __init__(self):
        from google.ai.generativelanguage_v1beta import GenerateContentRequest
        from google.protobuf import json_format

        self.message = partial(GenerateContentRequest.pb, GenerateContentRequest())
        self.format = json_format

    def faults(self, body):
        try:
            self.format.ParseDict(body, self.message().__class__())
        except self.format.ParseError as error:
            return [("", str(error)[:300])]
        return []


PUBLISHED = {
    "anthropic": anthropic,
    "openai responses": openai_responses,
    "openai chat": openai_chat,
    "google-genai": google_genai,
    "google-ai-generativelanguage": Protocol,
    "google-genai interactions": google_interactions,
    "openrouter": openrouter,
    "mistralai": mistral,
    "cohere": cohere,
    "ollama": ollama,
    "botocore": Converse,
}

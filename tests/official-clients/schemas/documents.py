"""OpenAPI documents that only a repository has, from a folder that a person filled by hand."""

from functools import partial
from pathlib import Path

import yaml

from closed import ClosedSchema

# The schema's name, the file of the folder, and the path whose body it is.
ROWS = [
    ("openai.yaml responses", "openai.yaml", "/responses"),
    ("openai.yaml chat", "openai.yaml", "/chat/completions"),
    ("openrouter.yaml", "openrouter.yaml", "/chat/completions"),
    ("mistral.yaml", "mistral.yaml", "/v1/chat/completions"),
    ("cohere.yaml", "cohere.yaml", "/v2/chat"),
    ("ollama.yaml", "ollama.yaml", "/api/chat"),
]


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Reads a date as a text, as JSON has it."""


Loader.yaml_implicit_resolvers = {first: [row for row in rows if not row[0].endswith(":timestamp")] for first, rows in Loader.yaml_implicit_resolvers.items()}


def documents(folders):
    """The schemas of the documents that a folder has."""
    found = {}
    for folder in map(Path, folders):
        for name, file, path in ROWS:
            if (folder / file).exists():
                found[name] = partial(read, folder / file, path)
    return found


def read(file, path):
    root = yaml.load(file.read_text(), Loader=Loader)
    body = root["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    return ClosedSchema(body, root)

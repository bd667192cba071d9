"""JSON Schemas that take no member they do not name, and the places where a value does not fit one."""

import jsonschema
import jsonschema_rs

# A schema that has one of these says itself which members an object has. Alternatives are closed each for itself.
NAMING = ("properties", "allOf", "$ref")
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
MAPS = ("properties", "patternProperties", "$defs", "definitions")


class ClosedSchema:
    """A schema of a vendor. Members that it does not name are faults, unless it says what others may be."""

    def __init__(self, schema, root=None, closes_open=False):
        """`root` is the document that references point into. With `closes_open`, `additionalProperties: true` beside named members counts as unsaid."""
        self.root = root if root is not None else schema
        self.closes_open = closes_open
        # Each definition is closed where it is used, since parts of an `allOf` name only some of the members.
        definitions = {key: self.root[key] for key in ("$defs", "components") if key in self.root}
        self.schema = {**self.rewritten(definitions), **self.closed(schema)}
        self.fast = jsonschema_rs.Draft202012Validator(self.schema)

    def faults(self, body):
        """The faults of a body, as pairs of a place and a sentence; none if it fits."""
        if self.fast.is_valid(body):
            return []
        slow = jsonschema.Draft202012Validator(self.schema)
        faults = {fault for error in slow.iter_errors(body) for fault in narrowed(error)}
        # A member with a fault of its own counts as not named, so the object around it is told as well.
        return sorted(fault for fault in faults if not (fault[1].startswith("Unevaluated") and any(is_below(other[0], fault[0]) for other in faults)))

    def closed(self, schema):
        """A schema at a place of its own: not a part of an `allOf`."""
        made = self.rewritten(schema)
        if isinstance(made, dict) and self.names_members(schema):
            made["unevaluatedProperties"] = False
        return made

    def rewritten(self, schema):
        if not isinstance(schema, dict):
            return schema
        made = {}
        for key, value in schema.items():
            if key in MAPS and isinstance(value, dict):
                # Definitions stay open, because every use of one is closed.
                close = self.rewritten if key in ("$defs", "definitions") else self.closed
                made[key] = {name: close(one) for name, one in value.items()}
            elif key in LISTS and isinstance(value, list):
                # Vendors write `oneOf` for alternatives that overlap: a message of OpenAI without `type` fits two of them.
                key = "anyOf" if key == "oneOf" else key
                # Alternatives beside named members say more of the same object.
                is_part = key == "allOf" or schema.get("properties") or schema.get("allOf")
                made[key] = [self.rewritten(one) if is_part else self.closed(one) for one in value]
            elif key in ("items", "additionalProperties") and isinstance(value, dict):
                made[key] = self.closed(value)
            elif key == "components":
                made[key] = {"schemas": {name: self.rewritten(one) for name, one in value["schemas"].items()}}
            elif key == "additionalProperties" and value is True and self.closes_open and schema.get("properties"):
                continue
            else:
                made[key] = value
        return nullable(made)

    def names_members(self, schema):
        """True if a schema, or the one that it refers to, says which members an object has."""
        if not any(schema.get(key) for key in NAMING):
            return False
        return self.names_members(self.target(schema["$ref"])) if "$ref" in schema else True

    def target(self, reference):
        found = self.root
        for step in reference.removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        return found


def is_below(place, above):
    return place != above and (not above or place.startswith(f"{above}/"))


def nullable(schema):
    """OpenAPI 3.0 says `nullable` where JSON Schema has a type of null."""
    if schema.get("nullable") is not True:
        return schema
    rest = {key: value for key, value in schema.items() if key != "nullable"}
    return {"anyOf": [rest, {"type": "null"}]}


def narrowed(error, place=()):
    """The faults of the alternative that fits best, instead of the sentence that none does."""
    place = (*place, *error.relative_path)
    if not error.context:
        return [("/".join(map(str, place)), error.message[:300])]
    arms = {}
    for inner in error.context:
        arms.setdefault(inner.schema_path[0], []).append(inner)
    best = min(arms.values(), key=lambda errors: (sum(map(is_other_kind, errors)), len(errors)))
    return [fault for inner in best for fault in narrowed(inner, place)]


def is_other_kind(error):
    """True if the value is not of the alternative's kind at all: its `type` or `role` is another word, or it is not an object where one is due."""
    if error.context:
        return False
    return (error.validator in ("const", "enum") and error.path and error.path[-1] in ("type", "role")) or (error.validator == "type" and not error.relative_path)

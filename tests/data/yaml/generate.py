"""Writes documents as recorders would, with what they mean: one JSON object a line, {"yaml": text, "json": value}.

    python3 tests/data/yaml/generate.py 20000 7 > target/pairs.ndjson
    YAML_PAIRS=target/pairs.ndjson cargo test --release --test yaml

Needs PyYAML. The 300 pairs in generated.ndjson were made with `300 1 small`.
"""

import json
import random
import sys

import yaml

WORDS = """a the - -- --- ... : :: :x x: # #x x# ' '' " "" \\ \\n \\u0041 | > ? ! & * % @ ` , [ ] { } ~ null yes No on OFF true y n = <<
0 -0 1 017 08 0x1f 0b11 1_000 1.5 1. .5 -.5 1e3 1.0e+3 .inf .nan 12:30 1:30.5 2026-01-02 2026-01-02T03:04:05Z data: event: [DONE] {"a":1}
signature EqQBCkYIBxgCKkA/+== http://a/b?c=d&e=f it's don''t é ß 日本語 😀 \u00a0 \u0085 \u2028 \u2029 \ufeff \u200b \x07 \x1b \x7f interactions: !!binary""".split(" ")
WORDS = [word for words in WORDS for word in words.split("\n")]
GAPS = [" "] * 8 + ["", "  ", "\n", "\n\n", "\n  ", " \n", "\t", "\n\t", "\r\n", "\n- ", "\n# ", "\n---\n"]


def text(rng, small):
    count = rng.choice([0, 1, 1, 1, 2, 3, 8, 8 if small else 30])
    out = rng.choice(["", "", "", " ", "\n", "  ", "\t"]) if count else ""
    for _ in range(count):
        out += rng.choice(WORDS) + rng.choice(GAPS if rng.random() < 0.5 else [" "])
    return out if rng.random() < 0.3 else out.strip(" ")


def value(rng, depth, small):
    kind = rng.random()
    if depth > 4 or kind < 0.45:
        return text(rng, small)
    if kind < 0.6:
        floats = [0.5, -1.25, 1e20, 1.5e-7, 3.0, rng.random() * 10 ** rng.randint(-9, 9)]
        return rng.choice([None, True, False, 0, -1, rng.randint(-(10**6), 10**18), *floats])
    if kind < 0.8:
        return [value(rng, depth + 1, small) for _ in range(rng.choice([0, 1, 2, 3]))]
    return {text(rng, True): value(rng, depth + 1, small) for _ in range(rng.choice([0, 1, 2, 4]))}


def interaction(rng, small):
    body = value(rng, 2, small)
    written = json.dumps(body, ensure_ascii=rng.random() < 0.5, indent=rng.choice([None, None, 2]))
    request = {"body": written, "headers": {"accept": ["*/*"], text(rng, True): [text(rng, True)]}, "method": "POST"}
    reply = rng.choice([{"body": {"string": written}}, {"parsed_body": body}, {"content": written.encode(), "http_version": None}])
    return {"request": request, "response": {**reply, "status": {"code": 200, "message": "OK"}}}


def represent(style):
    """A dumper that writes texts in one style, as the recorders do that set it."""
    base = yaml.CSafeDumper if style and style.startswith("c") else yaml.SafeDumper

    class Dumper(base):
        pass

    if style in ("literal", "cliteral"):
        Dumper.add_representer(
            str, lambda dumper, data: dumper.represent_scalar("tag:yaml.org,2002:str", data, style="|" if "\n" in data else None)
        )
    return Dumper


def document(rng, small):
    data = {"interactions": [interaction(rng, small) for _ in range(rng.choice([0, 1, 2]))], "version": 1}
    data = data if rng.random() < 0.6 else value(rng, 0, small)
    written = yaml.dump(
        data,
        Dumper=represent(rng.choice([None, "c", "literal", "cliteral"])),
        width=rng.choice([80, 80, 20, 1 << 30]),
        allow_unicode=rng.random() < 0.5,
        default_flow_style=rng.choice([False, False, None, True]),
        default_style=rng.choice([None] * 6 + ["'", '"', "|", ">"]) if not contains_other(data) else None,
        explicit_start=rng.random() < 0.2,
        indent=rng.choice([None, None, 4]),
        sort_keys=False,
    )
    return written, data


def contains_other(data):
    """Whether a forced style would need tags for numbers, which only costs space."""
    return not isinstance(data, str)


def meaning(data):
    """The JSON of what was dumped: bytes are the text they hold."""
    return json.dumps(data, ensure_ascii=True, default=lambda raw: raw.decode())


def main():
    count, seed, small = int(sys.argv[1]), int(sys.argv[2]), "small" in sys.argv
    rng = random.Random(seed)
    while count:
        written, data = document(rng, small)
        try:
            same = yaml.load(written, Loader=yaml.CSafeLoader) == data
        except yaml.YAMLError:
            same = False
        # PyYAML does not read back all that it writes; what it cannot read is no truth.
        if same and not (small and len(written) > 900):
            print(json.dumps({"yaml": written, "json": json.loads(meaning(data))}))
            count -= 1
        elif not same:
            print("not read back by PyYAML:", ascii(written[:60]), file=sys.stderr)


if __name__ == "__main__":
    main()

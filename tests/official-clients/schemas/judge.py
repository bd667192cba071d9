"""Holds bodies against the schemas that their vendors publish. Bodies come in as lines; a line goes out for each that does not fit."""

import json
import sys

from documents import documents
from published import PUBLISHED


def main():
    makers = {**PUBLISHED, **documents(sys.argv[1:])}
    schemas = {}
    for line in sys.stdin:
        asked = json.loads(line)
        name = asked["schema"]
        if name not in schemas:
            schemas[name] = makers[name]()
        faults = schemas[name].faults(asked["body"])
        if faults:
            print(json.dumps({"id": asked["id"], "faults": faults}))


main()

// A damaged line fails nothing but the calls that need it.
import { test } from "../../../skip.mjs";
import { KINDS } from "../kinds.mjs";
import { newPlace, runProgram } from "../programs.mjs";

for (const name of ["folder", "sqlite by node:sqlite", "redis by ioredis", "postgres by pg"])
  for (const how of ["plain", "encrypted"]) {
    const kind = KINDS.find((one) => one.name === name);
    test(`a damaged line fails its own conversation alone - ${name}, ${how}`, async () => runProgram(kind, "damaged.mjs", await newPlace(kind), how));
  }

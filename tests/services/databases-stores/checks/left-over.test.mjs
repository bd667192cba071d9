// After `forget`, no byte of a person is left.
import { test } from "../../../skip.mjs";
import { KINDS } from "../kinds.mjs";
import { newPlace, runProgram } from "../programs.mjs";

for (const name of ["folder", "sqlite by node:sqlite", "redis by ioredis", "postgres by pg"]) {
  const kind = KINDS.find((one) => one.name === name);
  test(`no byte of a person is left after forget - ${name}`, async () => runProgram(kind, "left-over.mjs", await newPlace(kind)));
}

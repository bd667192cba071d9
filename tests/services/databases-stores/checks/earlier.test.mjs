// Ledgers that earlier versions wrote are read, and go on.
import { test } from "../../../skip.mjs";
import { KINDS } from "../kinds.mjs";
import { newPlace, runProgram } from "../programs.mjs";

for (const name of ["folder", "sqlite by node:sqlite", "redis by ioredis", "postgres by pg"]) {
  const kind = KINDS.find((one) => one.name === name);
  test(`a ledger of an earlier version is read, and goes on - ${name}`, async () => runProgram(kind, "earlier.mjs", await newPlace(kind)));
}

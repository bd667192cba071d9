// Checks every kind of store against the contract.
import { test } from "../../../skip.mjs";
import { HELD } from "../kinds.mjs";
import { newPlace, runProgram } from "../programs.mjs";

for (const kind of HELD) {
  test(`the contract - ${kind.name}`, async (t) => {
    const told = (await runProgram(kind, "holds.mjs", await newPlace(kind, { settleMs: 2000 }))).trim().split("\n").map((line) => JSON.parse(line));
    const faults = told.filter(({ fault }) => fault).map(({ name, fault }) => `${name}: ${fault}`);
    if (faults.length) throw new Error(faults.join("; "));
    t.diagnostic(`${told.length} laws`);
  });
}

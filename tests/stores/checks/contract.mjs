// Every kind of store, held to the contract.
import { HELD } from "../kinds.mjs";
import { newPlace, runProgram } from "../programs.mjs";

export const checks = HELD.map((kind) => [
  `the contract - ${kind.name}`,
  async () => {
    const told = (await runProgram(kind, "holds.mjs", await newPlace(kind, { settleMs: 400 }))).trim().split("\n").map((line) => JSON.parse(line));
    const faults = told.filter(({ fault }) => fault).map(({ name, fault }) => `${name}: ${fault}`);
    if (faults.length) throw new Error(faults.join("; "));
    return `${told.length} laws`;
  },
]);

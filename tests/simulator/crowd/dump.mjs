// Writes worlds for tests/rust/crowd.rs, one line per world and one per request to judge: node tests/simulator/crowd/dump.mjs <file> [damaged
// requests] [first world]
import { closeSync, openSync, writeSync } from "node:fs";
import { linesOf, worlds } from "./lines.mjs";

const [file, count = "3000", first = "0"] = process.argv.slice(2);
const out = openSync(file, "w");
const sum = { worlds: 0, exchanges: 0, whole: 0, damaged: 0 };

for (const world of worlds(Number(first))) {
  for (const line of linesOf(world)) writeSync(out, `${JSON.stringify(line)}\n`);
  sum.worlds++;
  sum.exchanges += world.exchanges.length;
  for (const { damage } of world.requests) sum[damage ? "damaged" : "whole"]++;
  if (sum.damaged >= Number(count)) break;
}
closeSync(out);
console.log(`${sum.worlds} worlds, ${sum.exchanges} exchanges, ${sum.whole} whole requests, ${sum.damaged} damaged`);

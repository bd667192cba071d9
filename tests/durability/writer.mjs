// Records and saves until it is killed: `node writer.mjs <file> <form>`. It prints the number of each exchange before it records, and before and
// after each append.
import { appendFileSync, existsSync, readFileSync, writeSync } from "node:fs";
import { Ledger } from "rethought";
import { exchange } from "./exchanges.mjs";

const [, , path, form] = process.argv;
const ledger = existsSync(path) ? Ledger.fromJSON(readFileSync(path), { form }) : new Ledger({ form });
writeSync(1, "ready\n");
for (let nth = ledger.length; ; nth++) {
  writeSync(1, `next ${nth}\n`);
  if (!ledger.record(exchange(nth))) throw new Error(`exchange ${nth} is known already`);
  const lines = ledger.unsaved();
  writeSync(1, `begin ${nth}\n`);
  appendFileSync(path, lines);
  writeSync(1, `end ${nth}\n`);
}

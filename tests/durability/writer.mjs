// Records and saves until it is killed: `node writer.mjs <file> <journal> <form>`. The journal says before and after each append which it is.
import { appendFileSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { Ledger } from "rethought";
import { exchange } from "./exchanges.mjs";

const [, , path, journal, form] = process.argv;
const ledger = existsSync(path) ? Ledger.fromJSON(readFileSync(path), { form }) : new Ledger({ form });
const said = openSync(journal, "a");
writeSync(1, "ready\n");
for (let nth = ledger.length; ; nth++) {
  if (!ledger.record(exchange(nth))) throw new Error(`exchange ${nth} is known already`);
  const lines = ledger.unsaved();
  writeSync(said, `begin ${nth}\n`);
  appendFileSync(path, lines);
  writeSync(said, `end ${nth}\n`);
}

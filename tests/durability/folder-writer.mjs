// Records into a folder until it is killed: `node folder-writer.mjs <folder> <first>`. It prints the number of each exchange before and after it.
import { writeSync } from "node:fs";
import { Ledger } from "rethought";
import { folderStore } from "rethought/folder";
import { exchange } from "./exchanges.mjs";

const [, , path, first] = process.argv;
const ledger = await Ledger.open(folderStore(path));
for (let nth = Number(first); ; nth++) {
  writeSync(1, `begin ${nth}\n`);
  await ledger.record(exchange(nth, 300));
  writeSync(1, `end ${nth}\n`);
}

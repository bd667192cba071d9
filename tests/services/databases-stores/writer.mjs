// Records one lane of the talks into a store that another process shares: `node writer.mjs <kind> <place> <lane> <seed> <count>`. It begins on
// command, and prints the exchanges that it has begun and ended.
import { writeSync } from "node:fs";
import { moduleOf } from "../../../scripts/load-package.mjs";
import { openKind } from "./kinds.mjs";
import { laneOf, worldOf } from "./world.mjs";

/** The number of exchanges recorded at a time. */
const AT_ONCE = 6;
const { Ledger } = await moduleOf("start/node.js");
const [, , kind, place, lane, seed, count] = process.argv;
const exchanges = laneOf(worldOf(Number(seed), Number(count)), Number(lane));
const { store } = await openKind(kind, JSON.parse(place));
const ledger = await Ledger.open(store);
writeSync(1, "ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));

let next = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < exchanges.length) {
      const nth = next++;
      writeSync(1, `begin ${nth}\n`);
      await ledger.record(exchanges[nth]);
      writeSync(1, `end ${nth}\n`);
    }
  }),
);
process.exit();

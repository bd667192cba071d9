// Compares the ledger of a store with one ledger of all lines, in a process without writes: `node reader.mjs <kind> <place> <seed> <count> <every>`.
import { openKind } from "./kinds.mjs";
import { differences, worldOf } from "./world.mjs";

const [, , kind, place, seed, count, every] = process.argv;
const { store } = await openKind(kind, JSON.parse(place));
console.log(JSON.stringify(await differences(store, worldOf(Number(seed), Number(count)), Number(every))));
process.exit();

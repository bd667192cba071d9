// Looks for incomplete values of killed writers: `node torn.mjs <kind> <place> <seed> <count> <numbers of the exchanges that each lane has
// reported>`.
import { tornFaults } from "./kept-values.mjs";
import { openKind } from "./kinds.mjs";
import { laneOf, worldOf } from "./world.mjs";

const [, , kind, place, seed, count, given] = process.argv;
const { store } = await openKind(kind, JSON.parse(place));
const worlds = worldOf(Number(seed), Number(count));
const reported = JSON.parse(given).flatMap((numbers, lane) => numbers.map((nth) => laneOf(worlds, lane)[nth]));
console.log(JSON.stringify(await tornFaults(store, worlds.flatMap(({ exchanges }) => exchanges), reported)));
process.exit();

// Sends requests that were repaired from a ledger to the vendor in its earlier state: node tests/simulator/replay.mjs <file that
// tests/rust/simulated.rs or tests/rust/crowd.rs wrote>. The repair's own report must still name any refusal after that.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { World } from "./crowd/world.mjs";
import { damaged } from "./damage.mjs";

const SHOWN = 20;
const sum = { taken: 0, left: 0, refused: 0 };
const table = new Map();
const wrong = [];

/** The damaged request and its damage: of a separate conversation, or of a world, whose requests follow each other. */
let world;
function damagedIn({ world: number, kind, seed }) {
  if (number === undefined) {
    const { steps, damage } = damaged(kind, seed);
    return { last: steps.at(-1), damage, place: `${kind} ${seed}` };
  }
  if (world?.number !== number) world = new World(number).live();
  const { step, damage } = world.requests[seed];
  return { last: step, damage, place: `world ${number}, ${world.requests[seed].kind} ${seed}` };
}

for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const { request, verdict, ...which } = JSON.parse(line);
  const { last, damage, place } = damagedIn(which);
  const { refusal, lost } = last.again(request);
  // No report can name a state of the server.
  const what = !refusal ? "taken" : refusal.unseen || verdict.endsWith("rejected") ? "left" : "refused";
  sum[what]++;
  const row = table.get(damage.name) ?? { taken: 0, left: 0, refused: 0, lost: 0, rules: new Set() };
  row[what]++;
  row.lost += Boolean(!refusal && lost.some(({ maybe }) => !maybe));
  if (refusal) row.rules.add(refusal.rule);
  table.set(damage.name, row);
  if (what === "refused") wrong.push(`${place} «${damage.name}»: ${refusal.rule}, ${refusal.message}`);
}

for (const [name, { taken, left, refused, lost, rules }] of [...table].sort()) {
  console.log(`${name}: ${taken} taken${lost ? ` (${lost} with a loss)` : ""}${left ? `, ${left} not mended` : ""}${refused ? `, ${refused} REFUSED` : ""}${rules.size ? `: ${[...rules].join(", ")}` : ""}`);
}
for (const one of wrong.slice(0, SHOWN)) console.log(`    ${one}`);
console.log(`${sum.taken} mended and taken, ${sum.left} not mended by their own report, ${sum.refused} refused against it`);
process.exitCode = wrong.length ? 1 : 0;

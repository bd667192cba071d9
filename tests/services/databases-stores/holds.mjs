// Checks one kind of store against the contract, in this version of Node: `node holds.mjs <kind> <place>`. Prints a line of JSON for each check.
import { CONTRACT } from "./contract.mjs";
import { openKind } from "./kinds.mjs";
import { held } from "./world.mjs";

const [, , kind, given] = process.argv;
const place = JSON.parse(given);
const opened = [];
const open = async () => {
  opened.push(await openKind(kind, place));
  return opened.at(-1);
};
const { store } = await open();
const again = async () => (await open()).store;

for (const [name, check] of [...CONTRACT, ["a ledger over it says what one ledger with all lines says", ledger], ["a store that is closed gives an error of its own", closed]]) {
  const fault = await check({ store, again }).then(() => "", (error) => error.message || String(error));
  console.log(JSON.stringify({ name, fault }));
}
await Promise.allSettled(opened.map(({ end }) => end()));
process.exit();

async function ledger() {
  const faults = await held({ store, other: await again(), seeds: [1, 2, 3, 4, 5, 6] });
  if (faults.length) throw new Error(faults[0]);
}

/** Only a client that can be closed. */
async function closed() {
  const { store, close } = await open();
  if (!close) return;
  await store.getMany(["line-1"]);
  await close();
  for (const call of [() => store.getMany(["line-1"]), () => store.setMany([["line-closed", "1"]])]) {
    const error = await call().then(() => undefined, (error) => error);
    if (!(error instanceof Error) || error.code === "E_INPUT") throw new Error(`it gave ${error}`);
  }
}

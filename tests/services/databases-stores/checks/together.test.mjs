// Two processes that record the same talks into one store at the same time, each its half and a tenth of the other's. Then a third process without
// writes compares the store with one ledger of all lines.
import { once } from "node:events";
import { test } from "../../../skip.mjs";
import { SHARED } from "../kinds.mjs";
import { newPlace, runProgram, startWriter } from "../programs.mjs";

const isLong = process.env.RETHOUGHT_LONG === "1";
/** The number of exchanges of both together, and the number of requests of which one is compared. */
const [COUNT, EVERY] = isLong ? [1_200, 1] : [100, 8];
const SEED = 1_000;

async function together(kind) {
  const place = await newPlace(kind, { settleMs: 400 });
  const writers = [0, 1].map((lane) => startWriter(kind, place, lane, SEED, COUNT));
  const ends = writers.map(endOf);
  await Promise.race([Promise.all(writers.map(({ stdout }) => once(stdout, "data"))), Promise.all(ends)]);
  const start = Date.now();
  writers.forEach(({ stdin }) => stdin.write("go\n"));
  const said = await Promise.all(ends);
  const seconds = (Date.now() - start) / 1000;
  const recorded = said.map((text) => text.match(/^end /gm)?.length ?? 0);
  const faults = JSON.parse(await runProgram(kind, "reader.mjs", place, SEED, COUNT, EVERY));
  if (faults.length) throw new Error(`${faults.length} faults: ${faults.slice(0, 3).join("; ")}`);
  return `${recorded.join(" and ")} exchanges in ${seconds.toFixed(1)} s, 0 lost, 0 doubled`;
}

/** Returns the output of a writer at its end. Fails if it fails. */
async function endOf(writer) {
  const [said, wrong] = [[], []];
  writer.stdout.on("data", (chunk) => said.push(chunk));
  writer.stderr.on("data", (chunk) => wrong.push(chunk));
  writer.stdin.on("error", () => {});
  const [code] = await once(writer, "close");
  if (code !== 0) throw new Error(`a writer ended with ${code}: ${Buffer.concat(wrong).toString().slice(0, 400)}`);
  return Buffer.concat(said).toString();
}

for (const kind of SHARED) {
  test(`two processes at once - ${kind.name}`, async (t) => t.diagnostic(await together(kind)));
}

// Two processes that record into one store, killed repeatedly during their work. Nothing is half written, no reported record is lost, and the process
// after a kill ends with the store of one ledger of all lines.
import { once } from "node:events";
import { randomOf } from "../../../random.mjs";
import { test } from "../../../skip.mjs";
import { KILLED } from "../kinds.mjs";
import { newPlace, runProgram, startWriter } from "../programs.mjs";

const isLong = process.env.RETHOUGHT_LONG === "1";
/** Kills of each of the two writers, and the exchanges of both together. */
const [KILLS, COUNT, EVERY] = isLong ? [25, 300, 1] : [2, 80, 10];
const SEED = 5_000;

async function kills(kind) {
  const place = await newPlace(kind);
  const sum = { inside: 0, kept: 0 };
  for (let nth = 0; nth < KILLS; nth++) {
    const said = await Promise.all([0, 1].map((lane) => killed(kind, place, lane, nth)));
    const reported = said.map((text) => [...text.matchAll(/^end (\d+)$/gm)].map(([, number]) => Number(number)));
    said.forEach((text, lane) => (sum.inside += (text.match(/^begin /gm)?.length ?? 0) > reported[lane].length));
    const { faults, kept } = JSON.parse(await runProgram(kind, "torn.mjs", place, SEED, COUNT, JSON.stringify(reported)));
    if (faults.length) throw new Error(`after kill ${nth}: ${faults.length} faults: ${faults.slice(0, 3).join("; ")}`);
    sum.kept = kept;
  }
  if (sum.inside < KILLS) throw new Error(`only ${sum.inside} of ${2 * KILLS} kills fell into a write`);
  await Promise.all([0, 1].map((lane) => toTheEnd(kind, place, lane)));
  const faults = JSON.parse(await runProgram(kind, "reader.mjs", place, SEED, COUNT, EVERY));
  if (faults.length) throw new Error(`at the end: ${faults.length} faults: ${faults.slice(0, 3).join("; ")}`);
  return `${2 * KILLS} kills, ${sum.inside} of them in a write, ${sum.kept} lines before the last run, nothing torn`;
}

/**
 * Starts a writer, and kills it a moment after it has begun an exchange, a later one each time. Resolves to its output. It records existing exchanges
 * again, which is quick.
 */
async function killed(kind, place, lane, nth) {
  const { next, below } = randomOf(nth * 2 + lane);
  const writer = startWriter(kind, place, lane, SEED, COUNT);
  const at = Math.floor(((nth + next()) / KILLS) * (COUNT / 2));
  let [said, isArmed] = ["", false];
  writer.stdin.on("error", () => {});
  writer.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
    if (said.startsWith("ready\n") && text.includes("ready\n")) writer.stdin.write("go\n");
    if (isArmed || !said.includes(`begin ${at}\n`)) return;
    isArmed = true;
    setTimeout(() => writer.kill("SIGKILL"), below(5));
  });
  await once(writer, "close");
  return said;
}

async function toTheEnd(kind, place, lane) {
  const writer = startWriter(kind, place, lane, SEED, COUNT);
  writer.stdout.resume();
  writer.stdin.end("go\n");
  const [code] = await once(writer, "close");
  if (code !== 0) throw new Error(`the last writer ended with ${code}`);
}

for (const kind of KILLED) {
  test(`kills in the middle of a write - ${kind.name}`, async (t) => t.diagnostic(await kills(kind)));
}

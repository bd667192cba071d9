// Runs every call of the API on an input and on one twice as long. If a megabyte blocks a server for some time, two must not block it four times as
// long.
import { agents } from "./doubled/agents.mjs";
import { audits } from "./doubled/audits.mjs";
import { bodies } from "./doubled/bodies.mjs";
import { ledgers } from "./doubled/ledgers.mjs";
import { stores } from "./doubled/stores.mjs";
import { generated } from "./generated/run.mjs";

const BAR = 2.3;
/** Most calls settle in the first rounds. Only those over the limit are measured longer. */
const ROUNDS = [5, 10, 25];
/** The calls that have no long input. */
const SHORT = ["Identity", "detectors", "memoryStore", "readTime", "resolveReasoning", "validateReasoningConfig", "version", "explain"];

/**
 * Prints the cost of each call at twice the length, relative to the single length. A job is a name that begins with that of the call, a size, a
 * function that makes the input of a size (it returns a function that makes a new one for each run), and the call. `only` selects jobs and shapes by
 * a part of their names.
 */
export async function complexity(rethought, only = "") {
  const all = [bodies, audits, ledgers, stores, agents].flatMap((room) => room(rethought));
  const jobs = all.filter(([name]) => name.includes(only));
  console.log(`doubling the input                                  once    twice    ratio   (bar ${BAR}×)`);
  const over = [];
  for (const [name, size, make, run] of jobs) {
    const inputs = [make(size), make(2 * size)];
    let [one, two, ratio] = [0, 0, Infinity];
    // One result may be chance: a call over the limit is measured again, and fails only if it is over it every time.
    for (const rounds of ROUNDS) {
      const next = ratio > BAR ? await measured(inputs, run, rounds) : [one, two, ratio];
      if (next[2] < ratio) [one, two, ratio] = next;
    }
    if (ratio > BAR) over.push(name);
    console.log(`${name.padEnd(46)} ${one.toFixed(2).padStart(7)} ${two.toFixed(2).padStart(8)} ms ${ratio.toFixed(2).padStart(6)}×${ratio > BAR ? "   over" : ""}`);
  }
  const missing = unmeasured(rethought, all.map(([name]) => name));
  if (missing.length) console.log(`not measured: ${missing.join(", ")}`);
  const generatedOver = await generated(rethought, only);
  if (over.length + generatedOver.length) console.log(`over the bar: ${[...over, ...generatedOver].join(", ")}`);
  console.log(over.length + generatedOver.length || missing.length ? "" : `${jobs.length} calls and every generated shape, all within the bar\n`);
}

/** Returns the calls of the package that no job names. */
function unmeasured(rethought, names) {
  const isCall = ([name, value]) => typeof value === "function" && !name.endsWith("Error") && !SHORT.includes(name);
  const calls = [...Object.entries(rethought).filter(isCall).map(([name]) => name), ...Object.keys(rethought.letta).map((name) => `letta.${name}`)];
  const methods = (type) => Object.getOwnPropertyNames(type.prototype).filter((name) => name !== "constructor" && typeof Object.getOwnPropertyDescriptor(type.prototype, name).value === "function");
  const ledger = methods(rethought.Ledger).map((name) => `Ledger.${name}`);
  return [...calls, ...ledger].filter((call) => !names.some((name) => name.split(/[ ,]/)[0] === call || name.startsWith(`${call}.`)));
}

/** Returns the least processor time of interleaved rounds, which excludes other load of the machine. */
async function measured(inputs, run, rounds) {
  const seen = new Set();
  const clock = async (input) => {
    const given = await input();
    const from = process.cpuUsage();
    await run(given);
    const { user, system } = process.cpuUsage(from);
    const spent = (user + system) / 1000;
    // Objects of this run alone are disposed of: in a full memory everything takes longer.
    if (given?.ledger && !seen.has(given.ledger)) given.ledger[Symbol.dispose ?? Symbol.for("Symbol.dispose")]?.();
    return spent;
  };
  for (const input of inputs) {
    const [one, other] = [(await input())?.ledger, (await input())?.ledger];
    if (one === other) seen.add(one);
  }
  await clock(inputs[0]);
  const least = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++) for (const nth of [0, 1]) least[nth] = Math.min(least[nth], await clock(inputs[nth]));
  return [...least, least[1] / least[0]];
}

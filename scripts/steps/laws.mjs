// The long laws: each a test or a benchmark with more cases than it has by itself. A step resolves to {holds, figures}.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "../command.mjs";
import { root, target, tests } from "../paths.mjs";
import { ensureCargo } from "../tools.mjs";
import { cargoCounts, suiteCounts } from "./counts.mjs";

const PAIRS = "10000";
const WORLDS = "20000";
const SPLITS = "1000";
const KILLS = "1000";
const FIX_KILLS = "200";

export const laws = [
  { name: "isolation", about: `${PAIRS} pairs of conversations in one ledger`, run: () => test("isolation", { RETHOUGHT_PAIRS: PAIRS }) },
  { name: "crowd", about: `${WORLDS} requests to crowded ledgers, against the simulator`, run: crowd },
  { name: "merge", about: `${SPLITS} conversations written by several, and put together`, run: () => test("merge", { RETHOUGHT_SPLITS: SPLITS }) },
  { name: "kills", about: `${KILLS} kills while a file and a folder are saved to, ${FIX_KILLS} of the command that mends a file`, run: kills },
  { name: "complexity", about: "every call of the API on twice the input", run: complexity },
];

async function crowd() {
  mkdirSync(target, { recursive: true });
  const file = join(target, "crowd-long.ndjson");
  await run(process.execPath, [join(tests, "simulator", "crowd", "dump.mjs"), file, WORLDS], { log: "crowd-long" });
  return test("crowd", { CROWD: file }, ["--include-ignored"]);
}

/** Runs a test of the crate, optimised as the tests are, and gives what it prints of its counts. */
async function test(name, env, flags = []) {
  await ensureCargo();
  const args = ["test", "--locked", "--test", name, "--", "--nocapture", ...flags];
  const text = await run("cargo", args, { log: `prove-${name}`, env, counted: (text) => cargoCounts(text).failed > 0 });
  const { passed, failed } = cargoCounts(text);
  const figures = text.split("\n").filter((line) => /\d/.test(line) && FIGURE.test(line));
  return { holds: passed > 0 && !failed, figures: [...figures.slice(0, 60), `${passed} tests passed, ${failed} failed`].join("\n") };
}

/** The lines that tell a count, among those that show what is wrong. */
const FIGURE = /^(LAW |\d+ (pairs|requests|answers|cases)|[A-Za-z]+: broken|  \S+ .*: \d+ of \d+$)|verdicts compared|disagreements/;

async function kills() {
  const text = await run(process.execPath, [join(tests, "durability", "run.mjs"), KILLS], { log: "prove-kills", env: { RETHOUGHT_FIX_KILLS: FIX_KILLS } });
  const counts = suiteCounts(text);
  return { holds: counts?.passed > 0 && !counts.failed, figures: text.trim() };
}

async function complexity() {
  const text = await run(process.execPath, [join(root, "scripts", "bench.mjs"), "complexity"], { log: "prove-complexity" });
  const figures = text.slice(text.indexOf("doubling the input")).trim();
  return { holds: figures.includes("all within the bar"), figures };
}

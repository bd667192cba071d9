// The long laws: each a test, a benchmark or a fuzzer with more cases than npm test has time for.
// A step resolves to {passed, failed, skipped, skips, figures}; a step without its data or its tool is skipped.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "../chromium.mjs";
import { answers, run } from "../command.mjs";
import { root, target, tests } from "../paths.mjs";
import { ensureCargo, ensureWasmBindgen, ensureWasmPack, ensureWasmTarget, withTools } from "../tools.mjs";
import { cargoCounts, suiteCounts } from "./counts.mjs";
import { programOf } from "./suites.mjs";

const CONVERSATIONS = "25000";
const PAIRS = "10000";
const REQUESTS = "20000";
const PARTIAL = "10000";
const SPLITS = "1000";
const CUTS = "1000";
const KILLS = "1000";
const FIX_KILLS = "200";
const ROUND_TRIPS = "2000";
const THOUGHTS = "10000";
const FUZZ_SECONDS = "60";

export const laws = [
  { name: "simulated", about: `${CONVERSATIONS} conversations, against the simulator`, run: () => simulated("simulated", "dump.mjs", CONVERSATIONS) },
  { name: "crowd", about: `${REQUESTS} requests to crowded ledgers, against the simulator, and ${PARTIAL} of users of one key to instances that saw a part`, run: () => simulated("crowd", "crowd/dump.mjs", REQUESTS) },
  { name: "isolation", about: `${PAIRS} pairs of conversations in one ledger, and ${PARTIAL} requests of users with a key each to instances that saw a part`, run: () => test("isolation", { RETHOUGHT_PAIRS: PAIRS }) },
  { name: "merge", about: `${SPLITS} conversations written by several, and put together, and ${PARTIAL} requests to instances whose store is late and loses lines`, run: () => test("merge", { RETHOUGHT_SPLITS: SPLITS }) },
  { name: "conversions", about: "every recorded request and reply to every other wire", run: () => test("convert", { RETHOUGHT_CONVERSIONS: "all" }) },
  { name: "cut-streams", about: "every cut of recorded streams, each for the client of another wire in turn: none is finished", run: () => test("convert::cut_streams", { CUTS }) },
  { name: "cuts", about: `every single cut of every recorded stream, and ${CUTS} into many pieces`, run: () => test("corpus::cuts", { CUTS }) },
  { name: "kills", about: `${KILLS} kills while a file and a folder are saved to, ${FIX_KILLS} of the command that fixes a file`, run: kills },
  { name: "round-trips", about: `${ROUND_TRIPS} conversations from vendor to vendor and back`, run: () => simulator("round trips", { RETHOUGHT_ROUND_TRIPS: ROUND_TRIPS }) },
  { name: "repairs", about: "every recorded request with every damage, repaired: no repair is worse than none", run: () => simulator("no repair of", { RETHOUGHT_REPAIRS: "1" }) },
  { name: "converted", about: "every recorded request, converted to every other wire and sent there", run: () => simulator("converted to every", { RETHOUGHT_CONVERTED: "1" }) },
  { name: "official-clients", about: "every recorded request and stream, converted, against the official clients, and 40 loops with each vendor", run: () => suite("official-clients", { part: "!published" }) },
  { name: "other-clients", about: "loops of 31 clients that damage thoughts by themselves, with the guard and the proxy, where their programs are", run: () => suite("other-clients") },
  { name: "schemas", about: "every recorded request, converted, against the schemas that the vendors publish", run: () => suite("official-clients", { part: "published" }) },
  { name: "behaviour", about: "every recorded answer through the package, and the texts of every conversion", run: () => suite("behaviour") },
  { name: "generator", about: "one addition of each kind in a copy of the checkout, with the tests of the crate", run: () => suite("generator") },
  { name: "thoughts", about: `${THOUGHTS} random thoughts through JSON, a structured clone and the ledger, twice`, run: thoughts },
  { name: "guard", about: "every damage through a guard, and 1,000 conversations at once for five minutes, with vendors that fail, a Redis that goes down and a process that is killed", run: () => suite("guard", { shows: /^ok .*(damaged|at once)/ }) },
  { name: "proxy", about: "official Python SDKs, Claude Code, Codex and Gemini CLI, through the proxy to the simulator", run: () => suite("proxy") },
  { name: "bundlers", about: "routes of Next.js 16 and 15 by webpack and Turbopack, for Node and the edge, with the other bundlers and test runners", run: () => suite("bundlers") },
  { name: "clients", about: "every damage in every client and framework that a guard goes into, and loops of eight seeds", run: () => suite("clients") },
  { name: "frameworks", about: "formats against the frameworks that own them, with those in Python", run: () => suite("frameworks") },
  { name: "stores", about: "two processes on every store, 600 exchanges each and 50 kills, with every client of each database", run: () => suite("stores") },
  { name: "production", about: "guards and proxies on Redis and Postgres: recording under load, processor time, kills, replicas, 35,000 calls, a store that hangs, bytes an exchange, and what forget leaves", run: production },
  { name: "batch", about: "the filters over lines, with many conversations, a line of 100 MB and what real tracers export", run: () => suite("batch") },
  { name: "spark", about: "a million exchanges on Apache Spark, and ten runs with filters and an executor killed", run: () => suite("spark") },
  { name: "complexity", about: "every call of the API on twice the input", run: () => bench("complexity", "doubling the input") },
  { name: "page", about: "the page in Chromium and Firefox, with every recorded session, in every theme and width and with every string in every field", run: page },
  { name: "page-growth", about: "the page on files of twice and four times the exchanges", run: () => bench("page-growth", "doubling the exchanges") },
  { name: "wasm-pack", about: "wasm-pack test, which npm test does without: to compile it takes longer than the tests", run: wasmPack },
  { name: "fuzz", about: `every fuzz target for ${FUZZ_SECONDS} s`, run: fuzz },
];

/** Dumps conversations with the simulator's answers, compares the audit with them, and sends the repaired requests to the simulator again. */
async function simulated(name, program, count) {
  mkdirSync(target, { recursive: true });
  const file = join(target, `${name}-long.ndjson`);
  await run(process.execPath, [join(tests, "simulator", program), file, count], { log: `${name}-long` });
  const held = await test(name, { [name.toUpperCase()]: file }, ["--include-ignored"]);
  if (held.failed) return held;
  const sent = await run(process.execPath, [join(tests, "simulator", "replay.mjs"), file.replace(".ndjson", ".mended.ndjson")], { log: `prove-${name}-mended` });
  return { ...held, figures: `${held.figures}\n${sent.trimEnd().split("\n").at(-1)}` };
}

/** Runs a test of the crate, optimised like the other tests, and returns the counts that it prints. */
async function test(name, env, flags = []) {
  await ensureCargo();
  const args = ["test", "--locked", "--test", "rust", "--", `${name}::`, "--nocapture", ...flags];
  // tests/rust/worlds has a part for crowd, isolation and merge each, so that the filter finds it too.
  const text = await run("cargo", args, { log: `prove-${name}`, env: { RETHOUGHT_WORLDS: PARTIAL, ...env }, counted: (text) => cargoCounts(text).failed > 0 });
  const figures = text.split("\n").filter((line) => /\d/.test(line) && FIGURE.test(line));
  return { ...cargoCounts(text), figures: figures.slice(0, 60).join("\n") };
}

/** The lines with a count, among those that show a failure. */
const FIGURE = /^(LAW |\d+ (pairs|requests|answers|cases|streams)|[A-Za-z]+: broken|  \S+ .*: \d+ of \d+$)|verdicts compared|disagreements/;

/** Runs one check of the simulator's suite with more cases. */
async function simulator(part, env) {
  const text = await run(process.execPath, [programOf("simulator"), part], { log: `prove-${part.split(" ")[0]}`, env, counted: (text) => suiteCounts(text)?.failed > 0 });
  return { ...suiteCounts(text), figures: text.split("\n").filter((line) => line.startsWith("ok")).join("\n") };
}

async function kills() {
  const env = { RETHOUGHT_FIX_KILLS: FIX_KILLS };
  const text = await run(process.execPath, [programOf("durability"), KILLS], { log: "prove-kills", env, counted: (text) => suiteCounts(text)?.failed > 0 });
  return { ...suiteCounts(text), figures: text.split("\n").filter((line) => /^\d+ (kills|lines torn)/.test(line)).join("\n") };
}

async function thoughts() {
  const text = await run(process.execPath, [programOf("behaviour"), "storage"], { log: "prove-thoughts", env: { RETHOUGHT_THOUGHTS: THOUGHTS }, counted: (text) => suiteCounts(text)?.failed > 0 });
  return { ...suiteCounts(text), figures: text.split("\n").filter((line) => /^ok .*random thoughts/.test(line)).join("\n") };
}

/** Runs a suite in its long form, or only its checks whose names contain `part`, or do not contain the text after `!`. */
async function suite(name, { part = "", shows = /^ok/ } = {}) {
  const log = `prove-${name}${part ? `-${part.replace("!", "not-")}` : ""}`;
  const text = await run(process.execPath, [programOf(name), part], { log, env: { RETHOUGHT_LONG: "1" }, counted: (text) => suiteCounts(text)?.failed > 0 });
  return { ...suiteCounts(text), figures: text.split("\n").filter((line) => shows.test(line)).join("\n") };
}

/** Runs the suite of production, and of that of the stores what forget leaves. */
async function production() {
  const [load, rest] = [await suite("production"), await suite("stores", { part: "no byte of a person" })];
  const sum = (name) => load[name] + rest[name];
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), skips: [...(load.skips ?? []), ...(rest.skips ?? [])], figures: `${load.figures}\n${rest.figures}` };
}

/** Runs a section of the benchmark that reports at its end whether it is within the limit. `first` begins its table. */
async function bench(section, first) {
  const text = await run(process.execPath, [join(root, "scripts", "bench.mjs"), section], { log: `prove-${section}` });
  const figures = text.slice(text.indexOf(first)).trim();
  const holds = figures.includes("all within the bar");
  return { passed: Number(holds), failed: Number(!holds), skipped: 0, skips: [], figures };
}

async function page() {
  const { browser } = await ensureChromium();
  const env = { RETHOUGHT_LONG: "1", CHROMIUM: browser };
  const text = await run(process.execPath, [programOf("inspector")], { log: "prove-page", env, counted: (text) => suiteCounts(text)?.failed > 0 });
  return { ...suiteCounts(text), figures: "" };
}

async function wasmPack() {
  await ensureWasmTarget();
  const env = { ...withTools(await ensureWasmBindgen(), await ensureWasmPack()), CARGO_PROFILE_DEV_DEBUG: "0", CARGO_PROFILE_TEST_DEBUG: "0" };
  const text = await run("wasm-pack", ["test", "--node", "--", "--locked"], { log: "prove-wasm-pack", env, counted: (text) => cargoCounts(text).failed > 0 });
  return { ...cargoCounts(text), figures: "" };
}

async function fuzz() {
  if (!(await answers("cargo", ["+nightly", "--version"]))) {
    return { passed: 0, failed: 0, skipped: 1, skips: [{ test: "fuzz", reason: "there is no nightly toolchain" }], figures: "" };
  }
  const text = await run(process.execPath, [join(root, "scripts", "fuzz.mjs"), FUZZ_SECONDS], { log: "prove-fuzz" });
  const figures = text.split("\n").filter((line) => line.startsWith("✓"));
  return { passed: figures.length, failed: 0, skipped: 0, skips: [], figures: figures.join("\n") };
}

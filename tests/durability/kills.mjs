// Kills programs while they save, reloads what they leave, and says what was lost: `node kills.mjs [kills] [seed]`.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ledger } from "rethought";
import { chance } from "./chance.mjs";
import { cuts, told } from "./cuts.mjs";
import { TARGET, exchange, following, isLarge, thought } from "./exchanges.mjs";

const KILLS = Number(process.argv[2] ?? 200);
const SEED = Number(process.argv[3] ?? 1);
/** So many at a time; each has its own file, and begins another when that is so long. */
const LANES = 2;
const LONG = 3 << 20;
/**
 * When a program dies: so many milliseconds since it was started, has read its file, or has begun to append a long line; or when the file
 * has grown by so many bytes of a long line.
 */
const MOMENTS = [["start", 100], ["ready", 50], ["ready", 50], ["ready", 50], ["begin", 2], ["begin", 2], ["grown", 200_000], ["grown", 200_000], ["grown", 100_000], ["grown", 1]];

const sum = { kills: 0, files: 0, inside: 0, torn: 0, more: 0, exchanges: 0, early: 0, failed: 0 };
const start = Date.now();
const folders = [mkdtempSync(join(tmpdir(), "rethought-kills-"))];
// A file system in memory writes page by page, and is cut anywhere; one on a disk may take a line at once.
if (existsSync("/dev/shm")) folders.push(mkdtempSync("/dev/shm/rethought-kills-"));
await Promise.all(Array.from({ length: LANES }, (_, nth) => lane(nth)));
folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
const seconds = ((Date.now() - start) / 1000).toFixed(1);
console.log(`${sum.kills} kills in ${seconds} s, ${sum.inside} inside an append, ${sum.early} before any; ${sum.files} files, ${sum.exchanges} exchanges`);
console.log(`${sum.torn} lines torn, ${sum.more} exchanges whole that were not yet reported, ${sum.failed} kills that lost what was saved`);
let [passed, failed] = [sum.kills - sum.failed, sum.failed];
for (const fault of cuts()) {
  if (fault) console.log(`FAIL ${fault}`);
  fault ? failed++ : passed++;
}
// Kills that never meet a write would prove nothing.
if (KILLS >= 100 && (sum.inside < sum.kills / 20 || (folders.length > 1 && !sum.torn))) {
  console.log("FAIL the kills did not fall inside appends");
  failed++;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

async function lane(nth) {
  const { next, pick } = chance(SEED * 1000 + nth);
  for (let file = 0; sum.kills < KILLS; file++) {
    const path = join(folders[nth % folders.length], `${nth}-${file}.ndjson`);
    const kept = { path, form: file % 4 === 3 ? "digests" : "full", length: 0, torn: 0 };
    sum.files++;
    while (sum.kills < KILLS && sizeOf(path) < (kept.form === "full" ? LONG : LONG / 10)) {
      sum.kills++;
      const [moment, most] = pick(MOMENTS);
      const said = await killed(kept, moment, next() * most);
      const fault = told(() => faultOf(kept, said));
      if (!fault) continue;
      sum.failed++;
      console.log(`FAIL ${path}, kill ${sum.kills}: ${fault}`);
      break;
    }
    sum.exchanges += kept.length;
  }
}

/** Runs a writer and kills it so long after a moment; gives what it said until then. */
function killed({ path, form }, moment, after) {
  return new Promise((resolve, reject) => {
    const writer = spawn(process.execPath, ["writer.mjs", path, form], { stdio: ["ignore", "pipe", "inherit"] });
    let [said, armed] = ["", false];
    const kill = () => {
      if (armed) return;
      armed = true;
      // A timer is too coarse for what takes a millisecond.
      if (moment === "start" || moment === "ready") return setTimeout(() => writer.kill("SIGKILL"), after);
      const size = sizeOf(path);
      // Asked for all the time that the response is recorded: by the time that a message comes, the line is written.
      wait(moment === "grown" ? 500 : after, () => moment === "grown" && sizeOf(path) > size + after);
      writer.kill("SIGKILL");
    };
    writer.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
      const [, step, nth] = /(\w+) (\d+)\n$/.exec(said) ?? [];
      if (moment === "ready" || (isLarge(Number(nth)) && step === (moment === "grown" ? "next" : moment))) kill();
    });
    if (moment === "start") kill();
    writer.on("error", reject);
    writer.on("close", (code, signal) => (signal === "SIGKILL" ? resolve(said) : reject(new Error(`the writer ended by itself: ${code ?? signal}`))));
  });
}

function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Does nothing else until something is so, or for so many milliseconds. It sleeps in between: who is awake all the time is not woken in time. */
function wait(most, isSo) {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  for (const end = performance.now() + most; performance.now() < end && !isSo(); ) Atomics.wait(nothing, 0, 0, 0.02);
}

/** Reads what is left, and says what is wrong with it. */
function faultOf(kept, said) {
  const steps = said.trimEnd().split("\n");
  // The reported lines, and before them those that the last reload has found.
  const done = Math.max(kept.length, ...steps.map((line) => (line.startsWith("end ") ? Number(line.slice(4)) + 1 : 0)));
  const inside = steps.at(-1).startsWith("begin ");
  sum.inside += inside;
  sum.early += !said.includes("begin");
  if (!existsSync(kept.path)) return done ? "the file is gone" : undefined;
  const bytes = readFileSync(kept.path);
  const ledger = Ledger.fromJSON(bytes, { form: kept.form });
  if (ledger.length < done) return `${ledger.length} exchanges where ${done} were saved`;
  if (ledger.length > done + inside) return `${ledger.length} exchanges where ${done} were saved`;
  if (ledger.form !== kept.form) return `it is ${ledger.form}`;
  if (ledger.torn > kept.torn + inside) return `${ledger.torn} lines torn, and ${kept.torn} before`;
  // Inside what was emitted the quotes have a backslash.
  const ids = [...ledger.text().matchAll(/"response":"msg_(\d+)"/g)].map(([, id]) => Number(id));
  if (ids.length !== ledger.length || ids.some((id, nth) => id !== nth)) return `exchanges ${ids} are not in order`;
  for (let nth = Math.max(kept.length - 1, 0); nth < ledger.length; nth++) {
    const raw = ledger.restore(`/responses/${nth}/parts/0`);
    if (raw !== (kept.form === "full" ? JSON.stringify(thought(nth)) : undefined)) return `exchange ${nth} is not as it was emitted`;
  }
  sum.torn += ledger.torn - kept.torn;
  sum.more += ledger.length - done;
  [kept.length, kept.torn] = [ledger.length, ledger.torn];
  const { verdict, findings } = ledger.audit(following(ledger.length), TARGET);
  if (verdict !== "accepted" || findings.length) return `the next request is ${verdict}: ${JSON.stringify(findings.map(({ rule }) => rule))}`;
  // And it notices: the beginning of the next exchange is known.
  return ledger.length && ledger.record(exchange(ledger.length - 1)) ? "the last exchange is not known again" : undefined;
}

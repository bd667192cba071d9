// Kills programs while they save to a file, and reloads the remaining file: no saved record is lost.
import { ok } from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, describe } from "node:test";
import { Ledger } from "rethought";
import { randomOf } from "./random.mjs";
import { TARGET, exchange, following, isLarge, thought } from "./exchanges.mjs";

const KILLS = Number(process.env.RETHOUGHT_KILLS);
const SEED = Number(process.env.RETHOUGHT_SEED);
/** The number of parallel programs. Each has its own file, and begins another when that is long enough. */
const LANES = 2;
const LONG = 3 << 20;
/**
 * The moments of a kill: milliseconds after the start, after reading the file, or after the start of a long append; or bytes by which the file has
 * grown within a long line.
 */
const MOMENTS = [["start", 100], ["ready", 50], ["ready", 50], ["ready", 50], ["begin", 2], ["begin", 2], ["grown", 200_000], ["grown", 200_000], ["grown", 100_000], ["grown", 1]];

const sum = { kills: 0, files: 0, inside: 0, torn: 0, more: 0, exchanges: 0, early: 0 };
const folders = [mkdtempSync(join(tmpdir(), "rethought-kills-"))];
// A file system in memory writes page by page, and is cut anywhere; one on a disk may write a line at once.
if (existsSync("/dev/shm")) folders.push(mkdtempSync("/dev/shm/rethought-kills-"));
/** The idle lanes. */
const idle = Array.from({ length: LANES }, (_, nth) => ({ nth, file: 0, kept: undefined, ...randomOf(SEED * 1000 + nth) }));

/** Returns the file that a lane continues with: another one when it is long, or when it is wrong. */
function fileOf(lane) {
  const { kept } = lane;
  if (kept && !kept.isWrong && sizeOf(kept.path) < (kept.form === "full" ? LONG : LONG / 10)) return kept;
  const nth = lane.file++;
  sum.files++;
  return (lane.kept = { path: join(folders[lane.nth % folders.length], `${lane.nth}-${nth}.ndjson`), form: nth % 4 === 3 ? "digests" : "full", length: 0, torn: 0 });
}

/** Kills a writer in a lane, and checks the remaining file. */
async function killIn(lane) {
  const kept = fileOf(lane);
  const [moment, most] = lane.pick(MOMENTS);
  sum.kills++;
  kept.isWrong = true;
  const said = await killed(kept, moment, lane.next() * most);
  const before = kept.length;
  const fault = faultOf(kept, said);
  sum.exchanges += kept.length - before;
  ok(!fault, `${kept.path}, killed at ${moment}: ${fault}`);
  kept.isWrong = false;
}

/** Runs a writer and kills it some time after a moment. Returns its output until then. */
function killed({ path, form }, moment, after) {
  return new Promise((resolve, reject) => {
    const writer = spawn(process.execPath, ["writer.mjs", path, form], { stdio: ["ignore", "pipe", "inherit"] });
    let [said, armed] = ["", false];
    const kill = () => {
      if (armed) return;
      armed = true;
      // A timer is too coarse for a step of a millisecond.
      if (moment === "start" || moment === "ready") return setTimeout(() => writer.kill("SIGKILL"), after);
      const size = sizeOf(path);
      // Checked during the whole recording: when a message arrives, the line is already written.
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

/** Blocks until a condition holds, or for this many milliseconds. It sleeps in between: a process that never sleeps is not scheduled in time. */
function wait(most, isSo) {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  for (const end = performance.now() + most; performance.now() < end && !isSo(); ) Atomics.wait(nothing, 0, 0, 0.02);
}

/** Reads the remaining file, and returns its problem. */
function faultOf(kept, said) {
  const steps = said.trimEnd().split("\n");
  // The reported lines, and before them those that the last reload found.
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
  // Inside the emitted bodies the quotes have a backslash.
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
  // It also detects that: the beginning of the next exchange is known.
  return ledger.length && ledger.record(exchange(ledger.length - 1)) ? "the last exchange is not known again" : undefined;
}

describe("kills while a file is saved to", { concurrency: LANES }, () => {
  after(() => {
    folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
    console.log(`${sum.kills} kills, ${sum.inside} inside an append, ${sum.early} before any; ${sum.files} files, ${sum.exchanges} exchanges`);
    console.log(`${sum.torn} lines torn, ${sum.more} exchanges whole that were not yet reported`);
    // Kills outside of every write would prove nothing.
    ok(KILLS < 100 || (sum.inside >= sum.kills / 20 && (folders.length < 2 || sum.torn)), "the kills did not fall inside appends");
  });
  for (let nth = 1; nth <= KILLS; nth++) {
    test(`kill ${nth} loses nothing that was saved to a file`, async () => {
      const lane = idle.pop();
      await killIn(lane).finally(() => idle.push(lane));
    });
  }
});

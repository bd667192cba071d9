// Kills programs while they save, reloads what they leave, and says what was lost: `node kills.mjs [kills] [seed]`.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { Ledger } from "rethought";
import { chance } from "./chance.mjs";
import { cuts } from "./cuts.mjs";
import { TARGET, exchange, following, thought } from "./exchanges.mjs";

const KILLS = Number(process.argv[2] ?? 1000);
const SEED = Number(process.argv[3] ?? 1);
/** So many at a time; each has its own file, and begins another when that is so long. */
const LANES = 2;
const LONG = 6 << 20;
/** A program lives so many milliseconds after it has read its file; a few die before. */
const LIFE = 40;

const sum = { kills: 0, files: 0, inside: 0, torn: 0, more: 0, exchanges: 0, early: 0, failed: 0 };
const start = Date.now();
mkdirSync("kept", { recursive: true });
await Promise.all(Array.from({ length: LANES }, (_, nth) => lane(nth)));
const seconds = ((Date.now() - start) / 1000).toFixed(1);
console.log(`${sum.kills} kills in ${seconds} s, ${sum.inside} inside an append, ${sum.early} before the first; ${sum.files} files, ${sum.exchanges} exchanges`);
console.log(`${sum.torn} lines torn, ${sum.more} exchanges whole that were not yet reported, ${sum.failed} kills that lost what was saved`);
let [passed, failed] = [sum.kills - sum.failed, sum.failed];
for (const fault of cuts()) {
  if (fault) console.log(`FAIL ${fault}`);
  fault ? failed++ : passed++;
}
// Kills that never meet a write would prove nothing.
if (sum.inside < sum.kills / 20 || !sum.torn) {
  console.log("FAIL the kills did not fall inside appends");
  failed++;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

async function lane(nth) {
  const { below } = chance(SEED * 1000 + nth);
  for (let file = 0; sum.kills < KILLS; file++) {
    const path = `kept/${nth}-${file}.ndjson`;
    const kept = { path, journal: `kept/${nth}-${file}.journal`, form: file % 4 === 3 ? "digests" : "full", length: 0, torn: 0 };
    writeFileSync(kept.journal, "");
    sum.files++;
    while (sum.kills < KILLS && (!existsSync(path) || statSync(path).size < LONG)) {
      sum.kills++;
      await killed(kept, below(20) ? below(LIFE * 1000) / 1000 : -below(60));
      const fault = faultOf(kept);
      if (!fault) continue;
      sum.failed++;
      console.log(`FAIL ${path}, kill ${sum.kills}: ${fault}`);
      break;
    }
    sum.exchanges += kept.length;
  }
}

/** Runs a writer and kills it: so long after it was ready, or before that. */
function killed({ path, journal, form }, life) {
  return new Promise((resolve, reject) => {
    const writer = spawn(process.execPath, ["writer.mjs", path, journal, form], { stdio: ["ignore", "pipe", "inherit"] });
    const kill = (after) => setTimeout(() => writer.kill("SIGKILL"), after);
    if (life < 0) kill(-life);
    else writer.stdout.once("data", () => kill(life));
    writer.stdout.resume();
    writer.on("error", reject);
    writer.on("exit", (code, signal) => (signal === "SIGKILL" ? resolve() : reject(new Error(`the writer ended by itself: ${code ?? signal}`))));
  });
}

/** Reads what is left, and says what is wrong with it. */
function faultOf(kept) {
  const journal = readFileSync(kept.journal, "utf8").trimEnd().split("\n");
  writeFileSync(kept.journal, "");
  // What was reported, and before that what the last reload has found.
  const done = Math.max(kept.length, ...journal.map((line) => (line.startsWith("end ") ? Number(line.slice(4)) + 1 : 0)));
  const inside = journal.at(-1).startsWith("begin ");
  sum.inside += inside;
  sum.early += journal[0] === "";
  if (!existsSync(kept.path)) return done ? "the file is gone" : undefined;
  const bytes = readFileSync(kept.path);
  const ledger = Ledger.fromJSON(bytes, { form: kept.form });
  if (ledger.length < done) return `${ledger.length} exchanges where ${done} were saved`;
  if (ledger.length > done + inside) return `${ledger.length} exchanges where ${done} were saved`;
  if (ledger.form !== kept.form) return `it is ${ledger.form}`;
  if (ledger.torn > kept.torn + inside) return `${ledger.torn} lines torn, and ${kept.torn} before`;
  const { responses } = ledger.toJSON();
  const strange = responses.findIndex(({ response }, nth) => response !== `msg_${nth}`);
  if (strange >= 0) return `exchange ${strange} is ${responses[strange].response}`;
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

// Kills programs while they record into a shared folder: no saved record is lost, and nothing is half written.
import { deepEqual, ok } from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { Ledger } from "rethought";
import { folderStore } from "rethought/folder";
import { randomOf } from "./random.mjs";
import { exchange, following, TARGET } from "./exchanges.mjs";

// A kill of a program that syncs is slow.
const KILLS = Number(process.env.RETHOUGHT_KILLS);
const { next, pick } = randomOf(Number(process.env.RETHOUGHT_SEED));
/** The number of parallel programs, of kills per folder, and of numbers per lane. Each lane has separate numbers. */
const [LANES, ROUND, NUMBERS] = [2, 50, 6_000];
const MOST = 300;

const sum = { kills: 0, inside: 0, torn: 0, saved: 0, more: 0 };
const roots = [mkdtempSync(join(tmpdir(), "rethought-folder-"))];
if (existsSync("/dev/shm")) roots.push(mkdtempSync("/dev/shm/rethought-folder-"));

/** Kills one program after the other. Each continues with the records that the previous one has not reported. */
async function killAll(folder, lane, saved) {
  let first = NUMBERS * lane;
  for (let kill = 0; kill < ROUND / LANES && sum.kills < KILLS; kill++) {
    sum.kills++;
    const said = await killed(folder, first);
    sum.inside += /begin \d+\n$/.test(said);
    for (const [, nth] of said.matchAll(/end (\d+)\n/g)) saved.add(Number(nth));
    while (saved.has(first)) first++;
  }
}

/** Runs a writer, and kills it a moment after it has begun one of its first exchanges. Returns its output until then. */
function killed(folder, first) {
  return new Promise((resolve, reject) => {
    const writer = spawn(process.execPath, ["folder-writer.mjs", folder, String(first)], { stdio: ["ignore", "pipe", "inherit"] });
    const [after, delay] = [pick([0, 0, 1, 2, 4]), next() * 12];
    let [said, armed] = ["", false];
    writer.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
      if (armed || !said.includes(`begin ${first + after}\n`)) return;
      armed = true;
      setTimeout(() => writer.kill("SIGKILL"), delay);
    });
    writer.on("error", reject);
    writer.on("close", (code, signal) => (signal === "SIGKILL" ? resolve(said) : reject(new Error(`the writer ended by itself: ${code ?? signal}`))));
  });
}

/** Lists the faults of a folder. */
async function faults(folder, saved) {
  const found = [];
  const names = new Set();
  const store = folderStore(folder);
  for await (const entries of store.entries())
    for (const { key, value } of entries) {
      names.add(key.slice("line-".length));
      if (new Ledger().load(value) !== 1) found.push(`${key} is half written`);
    }
  const lines = names.size;
  // Deleting nothing writes the file anew, without what is torn.
  const size = () => statSync(join(folder, "lines")).size;
  const before = size();
  await store.delete({ conversation: "nobody" });
  sum.torn += size() < before;
  const ledger = await Ledger.open(store);
  for (const nth of saved) {
    if (await ledger.record(exchange(nth, MOST))) found.push(`exchange ${nth} was saved and is not there`);
    const request = following(nth + 1, MOST);
    const followed = await ledger.follow(request, TARGET);
    const fates = followed.filter(({ pointer }) => pointer !== undefined).length;
    if (fates !== 2 * ((nth % 6) + 1)) found.push(`of exchange ${nth} ${fates} parts are found`);
    for (const { line } of followed) if (!names.has(line)) found.push(`${line} is not in the file`);
    const { verdict, findings } = await ledger.audit(request, TARGET);
    if (verdict !== "accepted" || findings.length) found.push(`the request after ${nth} is ${verdict}: ${findings.map(({ rule }) => rule)}`);
  }
  if (lines < saved.size) found.push(`${lines} lines for ${saved.size} exchanges`);
  sum.more += lines - saved.size;
  return found;
}

after(() => {
  roots.forEach((root) => rmSync(root, { recursive: true, force: true }));
  console.log(`${sum.kills} kills, ${sum.inside} inside a record; ${sum.saved} exchanges saved, ${sum.more} whole that were not yet reported, ${sum.torn} files with a torn frame`);
  // Kills outside of every write would prove nothing.
  ok(KILLS < 100 || sum.inside >= sum.kills / 4, "the kills did not fall inside records");
});

for (let round = 0; round * ROUND < KILLS; round++) {
  test(`folder ${round}, which two programs write to that are killed again and again`, async () => {
    const [folder, saved] = [join(roots[round % roots.length], String(round)), new Set()];
    await Promise.all(Array.from({ length: LANES }, (_, lane) => killAll(folder, lane, saved)));
    sum.saved += saved.size;
    deepEqual(await faults(folder, saved), []);
    rmSync(folder, { recursive: true, force: true });
  });
}

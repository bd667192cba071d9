// Kills a doctor while it writes: the session is the old one or the new one, never a third, and the next doctor repairs it.
import { deepEqual, equal, ok } from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { randomOf } from "./random.mjs";

const KILLS = process.env.RETHOUGHT_LONG ? 1000 : 60;
const LANES = 2;
const { next, pick } = randomOf(11);
const WRITER = fileURLToPath(new URL("./writer.mjs", import.meta.url));
const ID = "7b1f0f1e-6a3c-4f0a-8a55-0c9d2b7e4a11";
// A long text takes some milliseconds to write and sync, so that a kill can happen meanwhile.
const OLD = `{"sessionId":"${ID}","a":"bad"}\n${`{"sessionId":"${ID}","text":"${"The moon is 384,400 km away. ".repeat(300)}"}\n`.repeat(400)}`;
const NEW = OLD.replace("bad", "good");
const EDITS = JSON.stringify([{ offset: OLD.indexOf("bad"), length: 3, text: "good" }]);
/** The doctor dies this many milliseconds after the first change in the folder of the session, which is its lock. */
const MOMENTS = [0, 2, 5, 10, 20, 40, 80];

const sum = { old: 0, new: 0, drafts: 0, ended: 0 };
const roots = [mkdtempSync(join(tmpdir(), "rethought-kills-"))];
// A file system in memory and one on a disk take different times for each step.
if (existsSync("/dev/shm")) roots.push(mkdtempSync("/dev/shm/rethought-kills-"));
after(() => roots.forEach((root) => rmSync(root, { recursive: true, force: true })));

/** Runs the doctor and kills it. Resolves to `false` if it had already ended. */
function killed(home, file, most) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [WRITER, home, file, EDITS], { stdio: "ignore" });
    const watcher = watch(dirname(file), () => (watcher.close(), most ? setTimeout(() => child.kill("SIGKILL"), next() * most) : child.kill("SIGKILL")));
    child.on("error", reject);
    child.on("close", (code, signal) => (watcher.close(), resolve(signal === "SIGKILL")));
  });
}

async function killOnce(root) {
  const home = mkdtempSync(join(root, "kill-"));
  const file = join(home, ".claude/projects/-shop", `${ID}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, OLD, { mode: 0o640 });
  const wasKilled = await killed(home, file, pick(MOMENTS));
  const text = readFileSync(file, "utf8");
  ok(text === OLD || text === NEW, `the file has ${text.length} letters, and is neither the old nor the new one`);
  equal(statSync(file).mode & 0o7777, 0o640);
  if (wasKilled) {
    sum[text === OLD ? "old" : "new"]++;
    sum.drafts += readdirSync(dirname(file)).some((name) => name.endsWith(".part"));
    if (text === OLD) repairAfter(home, file);
  }
  rmSync(home, { recursive: true, force: true });
  return wasKilled;
}

/** The lock and the draft of the dead doctor do not stop the next one, and nothing of them is left. */
function repairAfter(home, file) {
  equal(execFileSync(process.execPath, [WRITER, home, file, EDITS], { encoding: "utf8" }), "written\n");
  equal(readFileSync(file, "utf8"), NEW);
  deepEqual(readdirSync(dirname(file)), [`${ID}.jsonl`]);
}

test(`${KILLS} kills while a session is written leave the old file or the new one`, async (t) => {
  let done = 0;
  const lane = async () => {
    while (done < KILLS) {
      const nth = done++;
      while (!(await killOnce(roots[nth % roots.length]))) ok(++sum.ended < 10 * KILLS, "the doctor ends before every kill");
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  t.diagnostic(`old ${sum.old}, new ${sum.new}, ${sum.drafts} killed while the draft was written; ${sum.ended} more had ended before`);
  // Kills outside of every write would prove nothing.
  ok(sum.drafts > 0 && sum.old > 0, "no kill fell into a write");
});

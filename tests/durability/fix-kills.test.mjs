// Kills `rethought fix --write`: the remaining file is the old one or the new one.
import { equal, ok } from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, describe } from "node:test";
import { fileURLToPath } from "node:url";
import { repair } from "rethought";
import { randomOf } from "./random.mjs";

// npm run prove has ten times as many.
const KILLS = Number(process.env.RETHOUGHT_FIX_KILLS ?? 20);
const { next, pick } = randomOf(Number(process.env.RETHOUGHT_SEED));
const LANES = 2;
const BIN = fileURLToPath(new URL("./node_modules/rethought/cli/index.js", import.meta.url));
const MODES = [0o600, 0o640, 0o644, 0o664];
/** The program dies this many milliseconds after the draft of the new file appears, or after its start. */
const MOMENTS = [["draft", 0], ["draft", 3], ["draft", 12], ["draft", 30], ["draft", 100], ["start", 700]];

// A long text takes several milliseconds to write and sync, so that a kill can happen meanwhile.
const words = "The moon is 384,400 km away. ".repeat(350_000);
const OLD = JSON.stringify({ model: "claude-opus-4-5", max_tokens: 9, messages: [{ role: "user", content: words }, { role: "assistant", content: [{ type: "thinking", thinking: "b" }, { type: "text", text: "c" }] }, { role: "user", content: "d" }] });
const NEW = repair(OLD, { wire: "anthropic-messages" }, { allow: ["unsafe"] }).request;
if (NEW === OLD) throw new Error("nothing is mended, so nothing would be written");

const sum = { old: 0, new: 0, drafts: 0, ended: 0 };
const folders = [mkdtempSync(join(tmpdir(), "rethought-fix-"))];
// A file system in memory and one on a disk take different times for each step.
if (existsSync("/dev/shm")) folders.push(mkdtempSync("/dev/shm/rethought-fix-"));

/** Runs the command and kills it. Resolves to `false` if it had already ended. */
function killed(folder, moment, most) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BIN, "fix", "request.json", "--wire", "anthropic-messages", "--allow", "unsafe", "--write"], { cwd: folder, stdio: "ignore" });
    const kill = () => setTimeout(() => child.kill("SIGKILL"), next() * most);
    // The draft is the first change in the folder. Without a delay no timer is used: it would be a millisecond late.
    const watcher = moment === "draft" ? watch(folder, () => (watcher.close(), most ? kill() : child.kill("SIGKILL"))) : undefined;
    if (!watcher) kill();
    child.on("error", reject);
    child.on("close", (code, signal) => (watcher?.close(), resolve(signal === "SIGKILL")));
  });
}

/** Returns the problem of the file: it must be the old text or the new one, with its mode. */
function faultOf(file, mode) {
  const text = readFileSync(file, "utf8");
  const found = (statSync(file).mode & 0o7777).toString(8);
  if (found !== mode.toString(8)) return `the mode was ${mode.toString(8)} and is ${found}`;
  if (text !== OLD && text !== NEW) return `the file has ${text.length} letters, and is neither the old nor the new text`;
  sum[text === OLD ? "old" : "new"]++;
  return undefined;
}

/** Starts the command over a new file and kills it. Resolves to `false` if it had already ended. */
async function killOnce(root) {
  const [folder, mode] = [mkdtempSync(join(root, "kill-")), pick(MODES)];
  const file = join(folder, "request.json");
  writeFileSync(file, OLD);
  chmodSync(file, mode);
  const wasKilled = await killed(folder, ...pick(MOMENTS));
  equal(faultOf(file, mode), undefined);
  if (wasKilled) sum.drafts += readdirSync(folder).some((name) => name.endsWith(".part"));
  rmSync(folder, { recursive: true, force: true });
  return wasKilled;
}

describe("kills of fix --write", { concurrency: LANES }, () => {
  after(() => {
    folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
    console.log(`${KILLS} kills of fix --write: the old text ${sum.old} times, the new one ${sum.new} times, ${sum.drafts} killed while the draft was written; ${sum.ended} more had ended before`);
    // Kills outside of every write would prove nothing.
    ok(sum.drafts, "no kill fell into a write");
  });
  for (let nth = 1; nth <= KILLS; nth++) {
    test(`kill ${nth} of fix --write leaves the old file or the new one`, async () => {
      while (!(await killOnce(folders[nth % folders.length]))) sum.ended++;
    });
  }
});

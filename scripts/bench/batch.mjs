// `rethought audit --ndjson`: exchanges per second and core, two threads against one, the memory of a thread, and a long pipe that shows constant
// memory.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomOf } from "../../tests/random.mjs";
import { mixLines } from "./mix.mjs";

/** The number of bytes of a run. */
const SIZE = 100e6;
/** The number of bytes for the comparison of two threads with one: the engine optimises code during the first bytes, and that must not count. */
const LONG_SIZE = 600e6;
const ROUNDS = 3;
const BARS = { rate: 4500, threads: 1.8, memory: 250e6 };
/**
 * Prints the processor time of all threads and the maximum memory when the process ends. It reads /proc, which only Linux has: `resourceUsage` also
 * counts the memory of the parent process.
 */
const METER = `import { isMainThread } from "node:worker_threads"; import { readFileSync, writeSync } from "node:fs"; if (isMainThread) process.on("exit", () => { const { user, system } = process.cpuUsage(); writeSync(2, JSON.stringify({ cpu: (user + system) / 1e6, memory: 1024 * /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1] })); });`;

export async function batch(pkg, gigabytes) {
  if (process.platform !== "linux") return console.log("batch: the memory of a process is read from /proc, which only Linux has");
  const { source, requests, answered } = await mixLines();
  const folder = mkdtempSync(join(tmpdir(), "rethought-batch-"));
  const fileOf = (name, lines, size = SIZE) => {
    const [once, path] = [Buffer.from(lines.join("")), join(folder, name)];
    const times = Math.ceil(size / once.length);
    writeFileSync(path, Buffer.concat(Array(times).fill(once)));
    return { path, lines: lines.length * times, bytes: once.length * times };
  };
  const run = (file, jobs) => measured(pkg, ["--jobs", String(jobs), file.path]);
  try {
    console.log(`\nrethought audit --ndjson on ${source}, ${requests.length} exchanges again and again`);
    const { cpu: start } = await measured(pkg, ["--jobs", "1"]);
    const mixes = { "requests, in their order": requests, "requests, shuffled": randomOf(1).shuffle(requests), "requests with their answers": answered };
    for (const [name, lines] of Object.entries(mixes)) {
      const file = fileOf("mix.ndjson", lines);
      const rate = await most(ROUNDS, async () => file.lines / ((await run(file, 1)).cpu - start));
      console.log(`${name.padEnd(30)} ${rate.toFixed(0).padStart(6)} exchanges a second and core, ${((rate * file.bytes) / file.lines / 1e6).toFixed(0)} MB${name === "requests, in their order" ? ` (bar ${BARS.rate})` : ""}`);
    }
    await threads(fileOf("mix.ndjson", requests, LONG_SIZE), run);
    await pipe(pkg, requests, gigabytes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compares two threads with one, in turns, and the memory of each. */
async function threads(file, run) {
  const [one, two] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await run(file, 1));
    two.push(await run(file, 2));
  }
  const [slow, fast] = [one, two].map((runs) => Math.min(...runs.map(({ seconds }) => seconds)));
  const [memory, both] = [one, two].map((runs) => Math.max(...runs.map(({ memory }) => memory)));
  console.log(`two threads against one        ${(slow / fast).toFixed(2)}× (bar ${BARS.threads}×), ${(file.lines / fast).toFixed(0)} exchanges a second`);
  console.log(`memory with one thread         ${megabytes(memory)} (bar ${megabytes(BARS.memory)}), with two ${megabytes(both)}`);
}

/** Sends lines through one pipe for a long time, and samples the memory. */
async function pipe(pkg, lines, gigabytes) {
  const piece = Buffer.from(lines.join(""));
  const samples = [];
  const child = started(pkg, []);
  let left = Math.ceil((gigabytes * 1e9) / piece.length);
  const looks = setInterval(() => samples.push(memoryOf(child.pid)), 200);
  const ended = new Promise((resolve) => child.on("close", resolve));
  let output = 0;
  child.stdout.on("data", (chunk) => (output += chunk.length));
  const begin = performance.now();
  for (; left > 0; left--) if (!child.stdin.write(piece)) await new Promise((resolve) => child.stdin.once("drain", resolve));
  child.stdin.end();
  await ended;
  clearInterval(looks);
  const known = samples.filter(Boolean);
  const quarter = (nth) => Math.max(...known.slice(Math.floor((known.length * nth) / 4), Math.floor((known.length * (nth + 1)) / 4)));
  const seconds = (performance.now() - begin) / 1000;
  console.log(`${gigabytes} GB through one pipe          ${((gigabytes * 1e3) / seconds).toFixed(0)} MB a second, ${(output / 1e9).toFixed(2)} GB of results; most memory in each quarter ${[0, 1, 2, 3].map((nth) => megabytes(quarter(nth))).join(", ")}`);
}

async function measured(pkg, args) {
  const begin = performance.now();
  const child = started(pkg, args);
  child.stdin.end();
  child.stdout.resume();
  let told = "";
  child.stderr.on("data", (chunk) => (told += chunk));
  await new Promise((resolve) => child.on("close", resolve));
  return { ...JSON.parse(told), seconds: (performance.now() - begin) / 1000 };
}

const started = (pkg, args) => spawn(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(METER)}`, join(pkg, "cli", "index.js"), "audit", "--ndjson", ...args]);

/** Returns the current memory of a process, or nothing if /proc does not have it. */
function memoryOf(pid) {
  try {
    return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) * 1024;
  } catch {
    return undefined;
  }
}

async function most(rounds, measure) {
  let best = 0;
  for (let round = 0; round < rounds; round++) best = Math.max(best, await measure());
  return best;
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

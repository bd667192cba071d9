// npm run bench: ratios inside one run. The floor is JSON.parse + JSON.stringify of the same text in the same process.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { conversation } from "./bench/conversation.mjs";
import { SHAPES } from "./bench/shapes.mjs";
import { build } from "./build.mjs";
import { report } from "./command.mjs";
import { pkg } from "./paths.mjs";

const entry = pathToFileURL(join(pkg, "node.js")).href;

async function main() {
  await build();
  const rethought = await import(entry);
  const { guarded } = await import(pathToFileURL(join(pkg, "recover.js")).href);
  const glue = await import(pathToFileURL(join(pkg, "glue.js")).href);
  console.log(`rethought ${rethought.version()}, Node ${process.versions.node}; ratios to the floor (JSON.parse + JSON.stringify of the same text), least of many\n`);
  floors(rethought);
  doublings(rethought);
  console.log(`\nimport over an empty module       ${imports().toFixed(1)} ms (bar 15)`);
  console.log(`recovery after a trap             ${recovery(rethought, guarded(glue.__trap)).toFixed(2)} ms (bar 5)`);
}

function floors({ canonical, digest, edit, scan }) {
  console.log("conversation      nodes   floor       scan   scan+emit   digest   canonical");
  for (const [name, size] of [["2 kB", 2e3], ["50 kB", 5e4], ["1 MB", 1e6], ["20 MB", 2e7]]) {
    const text = conversation(size);
    const bytes = new TextEncoder().encode(text);
    const rounds = Math.max(5, Math.min(2000, Math.round(1e8 / size)));
    // Interleaved, so that what else the machine does falls on all alike.
    const jobs = [() => JSON.stringify(JSON.parse(text)), () => scan(bytes), () => edit(bytes, []), () => digest(bytes), () => canonical(bytes)];
    const [floor, ...rest] = least(jobs, rounds);
    const ratios = rest.map((time) => `${(time / floor).toFixed(3)}×`.padStart(9));
    console.log(`${name.padEnd(12)} ${String(scan(bytes).nodes).padStart(10)}   ${floor.toFixed(3).padStart(8)} ms${ratios.join(" ")}`);
  }
  console.log("bar at 1 MB                           0.200×    0.250×\n");
}

function doublings({ digest, edit, locate, scan }) {
  console.log("doubling the input            scan   digest   locate     edit   (bar 2.2×)");
  for (const [name, shape] of Object.entries(SHAPES)) {
    const [once, twice] = [1, 2].map((times) => new TextEncoder().encode(shape(times * 250_000)));
    const last = (bytes) => `/${scan(bytes).kind === "array" ? 0 : "k0"}`;
    const jobs = [(bytes) => scan(bytes), (bytes) => digest(bytes), (bytes) => locate(bytes, last(bytes)), (bytes) => edit(bytes, [{ op: "remove", pointer: last(bytes) }])];
    const ratios = jobs.map((job) => {
      // The middle of the ratios of neighbours in time: a machine that is slow for a while is slow for both.
      const rounds = Array.from({ length: 41 }, () => time(() => job(twice)) / time(() => job(once)));
      return `${rounds.sort((one, other) => one - other)[20].toFixed(2)}×`.padStart(8);
    });
    console.log(`${name.padEnd(24)} ${ratios.join(" ")}`);
  }
}

/** The least time of each job over interleaved rounds, in milliseconds. */
function least(jobs, rounds) {
  const best = jobs.map(() => Infinity);
  for (let round = 0; round < rounds; round++)
    jobs.forEach((job, nth) => {
      best[nth] = Math.min(best[nth], time(job));
    });
  return best;
}

function time(job) {
  const start = performance.now();
  job();
  return performance.now() - start;
}

/** The time of the import statement itself, over that of an empty module, least of several fresh processes. */
function imports() {
  const folder = mkdtempSync(join(tmpdir(), "rethought-bench-"));
  try {
    writeFileSync(join(folder, "empty.mjs"), "export {};\n");
    writeFileSync(join(folder, "time.mjs"), "const start = performance.now(); await import(process.argv[2]); console.log(performance.now() - start);\n");
    const imported = (module) => Number(execFileSync(process.execPath, ["time.mjs", module], { cwd: folder, encoding: "utf8" }));
    const best = { empty: Infinity, whole: Infinity };
    for (let round = 0; round < 15; round++) {
      best.empty = Math.min(best.empty, imported("./empty.mjs"));
      best.whole = Math.min(best.whole, imported(entry));
    }
    return best.whole - best.empty;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From a panic to the next right answer, in the middle of many. */
function recovery({ scan }, die) {
  const times = Array.from({ length: 200 }, () => {
    const start = performance.now();
    try { die("panic"); } catch { scan("[1]"); }
    return performance.now() - start;
  });
  return times.sort((one, other) => one - other)[100];
}

await main().catch(report);

// The cost of a guard: an agent's loop over loopback with requests of up to 76 kB, with plain fetch and with a guarded one, in turns. The provider is
// another process.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { conversation } from "./conversation.mjs";

const SERVER = fileURLToPath(new URL("guard-server.mjs", import.meta.url));
const ADDRESS = "https://api.anthropic.com/v1/messages";
const SIZE = 76_000;
/** The number of loops. The last steps of each are measured. The first one warms the engine. */
const LOOPS = 12;
const MEASURED = 6;

export async function guardCost(pkg) {
  const { guard } = await import(pathToFileURL(join(pkg, "entry", "guard.js")).href);
  const server = spawn(process.execPath, [SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const port = await new Promise((resolve) => server.stdout.once("data", (text) => resolve(Number(text))));
    const plain = (_, init) => fetch(`http://127.0.0.1:${port}/`, init);
    console.log(`\na guard around fetch, requests of ${SIZE / 1000} kB       processor ms a request (bar 1.5)    ms to the first byte (bar 2)`);
    for (const streamed of [false, true]) {
      for (const mode of ["observe", "repair"]) {
        const [own, guarded] = await measure(plain, () => guard(plain, { mode }), streamed);
        const line = (name) => `${own[name].toFixed(2)} → ${guarded[name].toFixed(2)}, ${(guarded[name] - own[name]).toFixed(2)} more`;
        console.log(`${`${streamed ? "a stream of 251 events" : "a whole answer"}, ${mode}`.padEnd(44)} ${line("cpu").padEnd(36)} ${line("first")}`);
      }
    }
  } finally {
    server.kill();
  }
  const { front, both, later } = imports(pkg);
  console.log(`import of the guard over the front door    ${(both - front).toFixed(1)} ms more by statements, ${(later - front).toFixed(1)} ms more by import() after it (bar 3)`);
}

/** Measures plain and guarded calls, step by step in turns, so that other load of the machine affects both. */
async function measure(plain, open, streamed) {
  const samples = [plain, undefined].map(() => ({ cpu: [], first: [] }));
  for (let loop = 0; loop < LOOPS; loop++) {
    const guarded = open();
    const steps = stepsOf(loop, streamed);
    for (const [nth, step] of steps.entries())
      for (const [which, call] of [plain, guarded].entries()) {
        const sample = await once(call, step, streamed, () => call.settled?.());
        if (nth >= steps.length - MEASURED && loop) for (const name of ["cpu", "first"]) samples[which][name].push(sample[name]);
      }
  }
  return samples.map(({ cpu, first }) => ({ cpu: lowerQuarter(cpu), first: lowerQuarter(first) }));
}

async function once(call, { body, answer }, streamed, settle) {
  const before = process.cpuUsage();
  const start = performance.now();
  const response = await call(ADDRESS, { method: "POST", body, headers: { "content-type": "application/json", "x-stream": String(streamed), "x-answer": answer } });
  const reader = response.body.getReader();
  await reader.read();
  const first = performance.now() - start;
  while (!(await reader.read()).done);
  await settle();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, first };
}

/** Returns the requests of a loop, each with its answer. The next request contains that answer. */
function stepsOf(loop, streamed) {
  const { messages: made, ...rest } = JSON.parse(conversation(SIZE + 4000).replaceAll("claude-example", "claude-sonnet-4-5").replaceAll("toolu_", `toolu_${loop}${streamed}`));
  const messages = [{ role: "user", content: `${made[0].content} ${loop} ${streamed}` }, ...made.slice(1)];
  const ends = messages.map((_, nth) => nth + 1).filter((end) => end % 2 && end < messages.length);
  return ends.map((end) => ({ body: JSON.stringify({ ...rest, stream: streamed, messages: messages.slice(0, end) }), answer: Buffer.from(JSON.stringify(messages[end].content)).toString("base64") }));
}

/** Returns the lower quartile: other load of the machine only adds time. */
const lowerQuarter = (list) => [...list].sort((one, other) => one - other)[list.length >> 2];

/** The programs whose imports are timed. */
const PROGRAMS = {
  front: 'import "rethought";',
  both: 'import "rethought";\nimport "rethought/guard";',
  later: 'import "rethought";\nawait import("rethought/guard");',
};

/** Returns the time of a program's imports, the least of several fresh processes. */
function imports(pkg) {
  const folder = mkdtempSync(join(tmpdir(), "rethought-bench-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(pkg, join(folder, "node_modules", "rethought"));
    writeFileSync(join(folder, "time.mjs"), "const start = performance.now(); await import(process.argv[2]); console.log(performance.now() - start);\n");
    for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, `${name}.mjs`), `${text}\n`);
    const best = Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, Infinity]));
    for (let round = 0; round < 25; round++)
      for (const name of Object.keys(best)) best[name] = Math.min(best[name], Number(execFileSync(process.execPath, ["time.mjs", `./${name}.mjs`], { cwd: folder, encoding: "utf8" })));
    return best;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

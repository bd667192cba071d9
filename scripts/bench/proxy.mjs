// The cost of `rethought proxy` relative to a plain proxy of node:http: processor time of its process, and the slowest of 100 parallel streams.
// Vendor, proxies and clients are separate processes.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { conversation } from "./conversation.mjs";

const VENDOR = fileURLToPath(new URL("guard-server.mjs", import.meta.url));
const PLAIN = fileURLToPath(new URL("plain-proxy.mjs", import.meta.url));
const SIZE = 76_000;
const ROUNDS = 4;
/** The number of measured steps at the end of a loop. */
const STEPS = 20;
const PARALLEL = 100;
/** A process is quiet if it uses less than this many milliseconds of processor time in this many. */
const QUIET = [3, 100];

export async function proxyCost(pkg) {
  if (process.platform !== "linux") return console.log("proxy: processor time of another process is read from /proc, which only Linux has");
  const running = [];
  const start = async (args, found) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    running.push(child);
    const port = await new Promise((resolve) => child.stdout.once("data", (text) => resolve(Number(found.exec(text)[1]))));
    // Its output must be read, or it would wait.
    child.stdout.resume();
    return { port, pid: child.pid };
  };
  try {
    const vendor = await start([VENDOR], /(\d+)/);
    const upstream = `http://127.0.0.1:${vendor.port}`;
    const plain = await start([PLAIN, String(vendor.port)], /(\d+)/);
    console.log(`\nrethought proxy over a plain proxy of node:http, requests of ${SIZE / 1000} kB, streams of 251 events`);
    for (const mode of ["observe", "repair"]) {
      const guarded = await start([join(pkg, "cli", "index.js"), "proxy", "--port", "0", "--mode", mode, "--upstream", `anthropic=${upstream}`], /127\.0\.0\.1:(\d+)/);
      await compare(mode, plain, guarded);
    }
  } finally {
    running.forEach((child) => child.kill("SIGKILL"));
  }
}

async function compare(mode, plain, guarded) {
  const cpu = [[], []];
  const slowest = [[], []];
  for (let round = 0; round < ROUNDS; round++)
    for (const [which, { port, pid }] of [plain, guarded].entries()) {
      // No request is sent twice: a repeated request would have several answers, and that is another measurement.
      const steps = stepsOf(`${mode}-${round}`);
      const measured = steps.splice(-STEPS);
      for (const step of steps) await call(port, step);
      await quiet(pid);
      const before = processorMs(pid);
      for (const step of measured) await call(port, step);
      // Audits and recordings after the end of an answer count too.
      await quiet(pid);
      if (round) cpu[which].push((processorMs(pid) - before) / STEPS);
      const crowd = Array.from({ length: PARALLEL }, (_, nth) => stepsOf(`${mode}-${round}-crowd-${nth}`).at(-1));
      const times = await Promise.all(crowd.map((step) => call(port, step)));
      await quiet(pid);
      if (round) slowest[which].push(times.sort((one, other) => one - other)[Math.floor(PARALLEL * 0.99) - 1]);
    }
  const [[own, ours], [ownSlowest, oursSlowest]] = [cpu.map(middle), slowest.map(middle)];
  console.log(`${mode.padEnd(8)} processor time ${own.toFixed(2)} → ${ours.toFixed(2)} ms a call: ${(ours / own).toFixed(2)}× (bar 1.25×)   p99 of ${PARALLEL} parallel ${ownSlowest.toFixed(0)} → ${oursSlowest.toFixed(0)} ms: ${(oursSlowest / ownSlowest).toFixed(2)}× (bar 2×)`);
}

const middle = (list) => [...list].sort((one, other) => one - other)[list.length >> 1];

/**
 * Returns the processor time of all threads of a process so far, by the scheduler's count: the ticks in `stat` are ten milliseconds, and twenty plain
 * calls take one.
 */
function processorMs(pid) {
  const of = (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + of(thread), 0) / 1e6;
}

/** Waits until a process has finished its deferred work. */
async function quiet(pid) {
  for (let before = -Infinity; processorMs(pid) - before > QUIET[0]; ) {
    before = processorMs(pid);
    await new Promise((resolve) => setTimeout(resolve, QUIET[1]));
  }
}

const agent = new Agent({ keepAlive: true });

/** Sends a call and reads the answer. Resolves to its duration in milliseconds. */
function call(port, { body, answer, name }) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "x-api-key": "k", "x-stream": "true", "x-answer": answer, "x-claude-code-session-id": name, "content-length": body.length };
    const asked = request({ port, host: "127.0.0.1", path: "/anthropic/v1/messages", method: "POST", headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      response.resume().on("end", () => resolve(performance.now() - start));
    });
    asked.on("error", reject).end(body);
  });
}

/** Returns the beginning of the signatures of a conversation. It is unique, as with vendors. */
const sealOf = (name) => Buffer.from(`conversation ${name}`.padEnd(48, "-")).toString("base64");

/** Returns the steps of a loop, whose requests grow to their size. */
function stepsOf(name) {
  const { messages: made, ...rest } = JSON.parse(conversation(SIZE + 4000).replaceAll("claude-example", "claude-sonnet-4-5").replaceAll("toolu_", `toolu_${name}`).replaceAll('"signature":"', `"signature":"${sealOf(name)}`));
  const messages = [{ role: "user", content: `${made[0].content} ${name}` }, ...made.slice(1)];
  const ends = messages.map((_, nth) => nth + 1).filter((end) => end % 2 && end < messages.length);
  return ends.map((end) => ({ name, body: Buffer.from(JSON.stringify({ ...rest, stream: true, messages: messages.slice(0, end) })), answer: Buffer.from(JSON.stringify(messages[end].content)).toString("base64") }));
}

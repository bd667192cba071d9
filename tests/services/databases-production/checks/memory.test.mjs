// The memory of a proxy without a store: new conversations for hours do not make it grow.
import { deepEqual, ok } from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { join } from "node:path";
import { pkg } from "../../../../scripts/paths.mjs";
import { Skip, test } from "../../../skip.mjs";
import { Talk } from "../vendor.mjs";

const isLong = process.env.RETHOUGHT_LONG === "1";
const [CALLS, AT_ONCE] = [Number(process.env.RETHOUGHT_PRODUCTION_CALLS ?? (isLong ? 35_000 : 600)), 10];
const MOST_GROWTH = 0.05;
/** The short form has so few calls that only a small limit is reached. */
const LIMIT = isLong ? [] : ["--memory", "2mb"];

/** Starts the proxy in front of a vendor. Resolves to its address and its process. */
async function startProxy(upstream) {
  const program = spawn(process.execPath, [join(pkg, "cli", "index.js"), "proxy", "--port", "0", "--log", "json", "--no-config", "--mode", "repair", "--upstream", `anthropic=${upstream}`, ...LIMIT], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    program.once("close", () => reject(new Error(`the proxy ended: ${said}`)));
    program.stdout.setEncoding("utf8").on("data", (text) => {
      said = said.length < 10_000 ? said + text : said;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (found) resolve(found);
    });
  });
  return { url, program };
}

const memoryOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;

function send(agent, url, body) {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/anthropic/v1/messages`, { method: "POST", agent, headers: { "content-type": "application/json", "x-api-key": "key" } }, (reply) => reply.resume().on("end", () => (reply.statusCode === 200 ? resolve() : reject(new Error(`status ${reply.statusCode}`)))).on("error", reject));
    call.on("error", reject).end(body);
  });
}

/**
 * Fits a line to the values by least squares, and returns its first and its last value. Garbage collections make single values jump.
 */
function endsOfLine(values) {
  const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const [middle, level] = [(values.length - 1) / 2, mean(values)];
  const slope = mean(values.map((value, nth) => (nth - middle) * (value - level))) / (mean(values.map((_, nth) => (nth - middle) ** 2)) || 1);
  return [level - slope * middle, level + slope * middle];
}

test("growth is that of the line through all values", () => {
  deepEqual(endsOfLine([1, 2, 3, 4, 5]), [1, 5]);
  deepEqual(endsOfLine([7]), [7, 7]);
  deepEqual(endsOfLine([2, 0, 4, 2]).map((one) => one.toFixed(1)), ["1.4", "2.6"]);
});

test(`${CALLS} calls of new conversations through the proxy`, async (t) => {
  if (process.platform !== "linux") throw new Skip("it reads /proc");
  const vendor = createServer((asked, reply) => {
    const chunks = [];
    asked.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
      const [, name] = /"content":"(\w+):/.exec(Buffer.concat(chunks).toString());
      reply.writeHead(200, { "content-type": "application/json" }).end(new Talk(name).answer(1500));
    });
  });
  vendor.keepAliveTimeout = 0;
  await new Promise((resolve) => vendor.listen(0, "127.0.0.1", resolve));
  const { url, program } = await startProxy(`http://127.0.0.1:${vendor.address().port}`);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const samples = [];
  let next = 0;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (next < CALLS) {
      const nth = next++;
      await send(agent, url, new Talk(`m${nth}`, 3000).request());
      if (nth % Math.ceil(CALLS / 300) === 0) samples.push(memoryOf(program.pid));
    }
  }));
  const [before, after] = endsOfLine(samples.slice(Math.floor((2 * samples.length) / 3)));
  t.diagnostic(`${samples.filter((_, nth) => nth % 15 === 0).map((one) => one.toFixed(0)).join(" ")} MB; the last third grows by ${(100 * (after / before - 1)).toFixed(1)} %`);
  program.kill("SIGKILL");
  agent.destroy();
  vendor.closeAllConnections();
  vendor.close();
  if (isLong) ok(after <= (1 + MOST_GROWTH) * before, `${before.toFixed(0)} MB became ${after.toFixed(0)} MB`);
});

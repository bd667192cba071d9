// Programs in other languages through `rethought proxy`, against the simulator: broken histories are refused when they are observed, and taken when they are repaired.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensurePython } from "../../../scripts/python.mjs";
import { target, tests } from "../../../scripts/paths.mjs";
import { Skipped } from "../../closing.mjs";
import { equal } from "../../simulator/checks/ask.mjs";
import { planOf } from "../../simulator/plan.mjs";
import { randomOf } from "../../simulator/random.mjs";
import { serve } from "../../simulator/server.mjs";
import { startCommand, upstreamArgs, upstreamsOf } from "../drive.mjs";

const folder = join(tests, "proxy");
const run = promisify(execFile);

/** The statuses of the steps of a client, with a proxy of a mode. */
async function statusesOf(client, mode) {
  const python = await ensurePython(join(target, "proxy", "python"), join(folder, "requirements.txt"), "the official Python clients");
  if (!python) throw new Skipped("there is no Python");
  const random = randomOf(4);
  const simulator = await serve({ seed: 4, plan: () => ({ ...planOf(random, { calls: 1 }) }) });
  const proxy = await startCommand(["--mode", mode, ...upstreamArgs(upstreamsOf(simulator.url, []))]);
  try {
    const { stdout } = await run(python, [join(folder, "sdks.py"), proxy.url, client], { timeout: 60_000 });
    return stdout.trim().split("\n").join();
  } finally {
    await proxy.end();
    await simulator.close();
  }
}

export const checks = [
  ...["anthropic", "gemini"].map((client) => [
    `Python's ${client} with a broken history: refused, and taken when the proxy repairs`,
    async () => {
      equal(await statusesOf(client, "observe"), "200,400");
      equal(await statusesOf(client, "repair"), "200,200");
    },
  ]),
  ["Python's openai with a loop of two steps, as it makes it", async () => {
    for (const mode of ["observe", "repair", "block"]) equal(await statusesOf("openai", mode), "200,200", mode);
  }],
];

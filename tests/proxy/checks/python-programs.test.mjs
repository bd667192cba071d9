// The official clients in Python, and frameworks over them, through `rethought proxy` against the simulator: broken histories are refused in the mode
// that observes, and accepted in the mode that repairs.
import { equal, ok } from "node:assert/strict";
import { delimiter, dirname, join } from "node:path";
import { ensurePython } from "../../../scripts/python.mjs";
import { target, tests } from "../../../scripts/paths.mjs";
import { Skip, test } from "../../skip.mjs";
import { serve } from "../../simulator/server.mjs";
import { startCommand, upstreamArgs, upstreamsOf } from "../drive.mjs";
import { runRecipe } from "../recipes.mjs";

const folder = join(tests, "proxy");
const CLIENTS = ["anthropic", "openai", "gemini", "pydantic_ai", "litellm"];
/** LiteLLM needs an older client of OpenAI. Without this setting it loads its prices from the network. */
const LISTS = { litellm: "requirements-litellm.txt" };
const ENV = { LITELLM_LOCAL_MODEL_COST_MAP: "True", PYTHONDONTWRITEBYTECODE: "1" };
const CALL = { name: "grep", arguments: "{}" };
const isAnswered = (text) => /"tool_result"|"function_call_output"|"functionResponse"|"function_response"/.test(text);

async function pythonFor(client) {
  const list = LISTS[client] ?? "requirements.txt";
  try {
    const python = await ensurePython(join(target, "proxy", list.replace(".txt", "")), join(folder, list), `the Python packages of ${list}`);
    if (!python) throw new Skip("there is no Python");
    return python;
  } catch (error) {
    throw error instanceof Skip ? error : new Skip(`the Python packages cannot be installed: ${error.message.split("\n")[0]}`);
  }
}

/** Returns the lines that the program of a client prints, run by the recipe for Python. */
async function linesOf(client, base, ...words) {
  const env = { ...ENV, HOME: join(target, "proxy"), PATH: [dirname(await pythonFor(client)), process.env.PATH].join(delimiter) };
  const command = ["python", join(folder, "sdks", "run.py"), client, ...words].map((word) => `"${word}"`).join(" ");
  const { code, printed } = await runRecipe("Python", base, { cwd: folder, env, command });
  equal(code, 0, printed);
  return printed.trim().split("\n");
}

/** Returns the status of the last step of a client, with a proxy of a mode, and the rules by which the simulator refused. */
async function outcomeOf(client, damage, mode) {
  const simulator = await serve({ seed: 4, plan: ({ text }) => ({ runs: [["text"]], calls: isAnswered(text) ? 0 : 1, text: false, summary: true, call: CALL }) });
  const proxy = await startCommand(["--mode", mode, ...upstreamArgs(upstreamsOf(simulator.url, []))]);
  try {
    const lines = await linesOf(client, proxy.url, damage);
    return { status: lines.at(-1), rules: simulator.log.filter(({ refusal }) => refusal).map(({ refusal }) => refusal.rule), calls: simulator.log.length };
  } finally {
    await proxy.end();
    await simulator.close();
  }
}

async function unbroken(client, damage) {
  for (const mode of ["observe", "repair", "block"]) {
    const { status, calls } = await outcomeOf(client, damage, mode);
    equal([status, calls].join(), "200,2", `${damage}, ${mode}`);
  }
}

async function broken(client, damage) {
  const observed = await outcomeOf(client, damage, "observe");
  ok(observed.status === "400" && observed.rules.length, `${damage}: it was not refused, but ${observed.status}`);
  const repaired = await outcomeOf(client, damage, "repair");
  equal([repaired.status, repaired.rules.join()].join(), "200,", damage);
  return `${damage} (${observed.rules[0]})`;
}

for (const client of CLIENTS) {
  test(`Python's ${client}: a loop passes, and each broken history is refused, and taken when the proxy repairs`, async (t) => {
    const damages = await linesOf(client, "http://127.0.0.1");
    const told = [];
    for (const damage of damages) {
      if (damage.startsWith("nothing")) await unbroken(client, damage);
      else told.push(await broken(client, damage));
    }
    ok(told.length > 0, "nothing was broken");
    t.diagnostic(told.join(", "));
  });
}

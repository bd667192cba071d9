// The programs in Python: through a proxy in the mode `repair`, by settings of the environment only.
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { run } from "../../../scripts/command.mjs";
import { services, target } from "../../../scripts/paths.mjs";
import { ensurePython } from "../../../scripts/python.mjs";
import { Skip } from "../../skip.mjs";
import { listenOn, proxies, upstreamsOf } from "../../proxy/drive.mjs";
import { judge, openNotes, openSimulator, VARIANTS } from "./loop.mjs";

const HOST = "api.deepseek.com";
const TOOL = { tool: "grep", args: '{"q":"x"}' };

/** Returns the loops of a client in every variant. */
export async function pythonLoops(client, group, packages, programs) {
  const python = await pythonOf(group, packages);
  const loops = [];
  let now;
  const front = await listenOn(createServer((request, response) => (now ? now.listener(request, response) : response.writeHead(503).end())));
  const control = await listenOn(createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (request.url === "/begin") now = await begin(body);
    else loops.push({ ...body, ...(await end(now)) });
    response.end();
  }));
  try {
    const env = { ...settings(front.url), CONTROL: control.url, VARIANTS: Object.keys(VARIANTS).join() };
    await run(python, [join(services, "python-other-clients", "loops.py"), programs, client], { env, log: `other-clients-${client}-python` });
  } finally {
    await Promise.all([front.close(), control.close()]);
  }
  return loops;
}

async function begin({ variant }) {
  const simulator = await openSimulator({ variant, ...TOOL });
  const { notes, hooks } = openNotes();
  return { simulator, notes, listener: proxies.proxyListener({ mode: "repair", hosts: [HOST], upstreams: upstreamsOf(simulator.url, [HOST]), ...hooks }) };
}

async function end({ simulator, notes, listener }) {
  await listener.settled();
  // Not awaited: a client may keep a connection open.
  simulator.close();
  return { calls: simulator.log.length, ...judge({ log: simulator.log, notes }) };
}

async function pythonOf(group, packages) {
  const folder = join(target, "other-clients", "python");
  mkdirSync(folder, { recursive: true });
  const list = join(folder, `${group}.txt`);
  writeFileSync(list, `${packages.join("\n")}\n`);
  try {
    const python = await ensurePython(join(folder, group), list, `the Python packages of ${group}`);
    if (!python) throw new Skip("there is no Python");
    return python;
  } catch (error) {
    throw error instanceof Skip ? error : new Skip(`the Python packages of ${group} cannot be installed (${error.message.split("\n")[0]})`);
  }
}

/**
 * Returns the variables in which clients look for an address, and dummy keys. The programs give two clients their address, if these variables are
 * set.
 */
function settings(base) {
  const keys = Object.fromEntries(["ANTHROPIC", "OPENAI", "GEMINI", "GOOGLE", "DEEPSEEK"].map((name) => [`${name}_API_KEY`, "k"]));
  return {
    ...keys,
    BASE: base,
    ANTHROPIC_BASE_URL: `${base}/anthropic`,
    OPENAI_BASE_URL: `${base}/openai/v1`,
    GOOGLE_GEMINI_BASE_URL: `${base}/gemini`,
    GEMINI_API_BASE: `${base}/gemini/v1beta`,
    DEEPSEEK_API_BASE: `${base}/host/${HOST}`,
    SETBASE: "1",
    LC_BASE: "1",
    NO_PROXY: "127.0.0.1",
    HOME: join(target, "other-clients"),
    LITELLM_LOCAL_MODEL_COST_MAP: "True",
    OTEL_SDK_DISABLED: "true",
    PYTHONDONTWRITEBYTECODE: "1",
  };
}

// Proxies of every kind in front of the simulator, or of another server.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pkg, target } from "../../scripts/paths.mjs";

export const front = await import(pathToFileURL(join(pkg, "start", "node.js")).href);
export const proxies = await import(pathToFileURL(join(pkg, "entry", "proxy.js")).href);
const CLI = join(pkg, "cli", "index.js");
/** The names of routes by their hosts. */
const NAMES = { "api.anthropic.com": "anthropic", "api.openai.com": "openai", "generativelanguage.googleapis.com": "gemini", "openrouter.ai": "openrouter" };

export const listenOn = async (server) => {
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))) };
};

/** Returns the path of the proxy for a host: a name if it has one. */
export const pathTo = (host) => (NAMES[host] ? `/${NAMES[host]}` : host.includes("bedrock") ? "/bedrock/us-east-1" : `/host/${host}`);

/** Returns the addresses of the simulator, for `upstreams`: it has the host in the path. */
export function upstreamsOf(simulator, hosts) {
  const named = Object.entries(NAMES).map(([host, name]) => [name, `${simulator}/${host}`]);
  return Object.fromEntries([...named, ["bedrock", `${simulator}/bedrock-runtime.us-east-1.amazonaws.com`], ...hosts.map((host) => [host, `${simulator}/${host}`])]);
}

/**
 * Opens a server between proxy and simulator that keeps all traffic: `seen` has {path, headers, request, response}. `edit` changes the text of a
 * request. `hold(placeIn, onHeld)` stops the next response in which `placeIn(text)` finds a place: the rest of it is never sent.
 */
export async function openTap(upstream, edit) {
  const seen = [];
  let held;
  const server = createServer(async (request, reply) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host, connection, "content-length": length, ...headers } = request.headers;
    const sent = edit ? Buffer.from(edit(Buffer.concat(chunks).toString())) : Buffer.concat(chunks);
    const answer = await fetch(`${upstream}${request.url}`, { method: request.method, headers, body: chunks.length ? sent : undefined });
    const bytes = Buffer.from(await answer.arrayBuffer());
    seen.push({ path: request.url, headers: request.headers, request: sent, response: bytes });
    reply.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    const place = held?.placeIn(bytes.toString());
    if (place !== undefined) {
      reply.write(bytes.subarray(0, place));
      const { onHeld } = held;
      held = undefined;
      return void onHeld();
    }
    for (let at = 0, size = 1; at < bytes.length; at += size, size = 1 + ((size * 37) % 211)) reply.write(bytes.subarray(at, at + size));
    reply.end();
  });
  return { seen, hold: (placeIn, onHeld) => (held = placeIn && { placeIn, onHeld }), ...(await listenOn(server)) };
}

/** Opens the proxy in this process, as a listener of node:http or as a handler of requests; `call(path, init)` calls it. */
export async function openProxy(kind, options) {
  if (kind === "handler") {
    const handler = proxies.proxyHandler(options);
    return { call: (path, init) => handler(new Request(`http://proxy.local${path}`, { ...init, ...(init.body ? { duplex: "half" } : {}) })), settled: handler.settled, close: async () => {} };
  }
  const listener = proxies.proxyListener(options);
  const { url, close } = await listenOn(createServer(listener));
  return { url, call: (path, init) => fetch(`${url}${path}`, init), settled: listener.settled, close };
}

const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** Starts `rethought proxy` on a free port. With `--log json` the greeting is on standard error. */
export async function startCommand(args, env = {}, { cwd, node = process.execPath } = {}) {
  const child = spawn(node, [CLI, "proxy", "--port", "0", ...args], { cwd, env: { ...process.env, ...env } });
  running.add(child);
  const printed = { text: "", faults: "" };
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => (running.delete(child), resolve(code ?? signal))));
  await new Promise((resolve, reject) => {
    const greet = () => /OPENAI_BASE_URL=.*\n/.test(printed.text + printed.faults) && resolve();
    child.stdout.on("data", (chunk) => ((printed.text += chunk), greet()));
    child.stderr.on("data", (chunk) => ((printed.faults += chunk), greet()));
    ended.then((code) => reject(new Error(`it ended with ${code}: ${printed.text}${printed.faults}`)));
  });
  const greeting = printed.text + printed.faults;
  const [url] = /https?:\/\/[^\s)]+/.exec(greeting);
  const [, pages] = /^Sessions +(https?:\S+)\/ /m.exec(greeting);
  return { url, pages, printed, child, ended, end: (signal = "SIGTERM") => (child.kill(signal), ended) };
}

/** Returns a folder of this run, under target/. */
export function newFolder() {
  mkdirSync(join(target, "proxy"), { recursive: true });
  return mkdtempSync(join(target, "proxy", "run-"));
}

export const upstreamArgs = (upstreams) => Object.entries(upstreams).flatMap(([name, address]) => ["--upstream", `${name}=${address}`]);

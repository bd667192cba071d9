// npm run inspect [-- file]: builds the inspector and shows it, with a transcript if one is named. --no-open only prints the address.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { report, Stop } from "./command.mjs";
import { buildPage, page, policyOf, withData } from "./www.mjs";

const USAGE = "Usage: npm run inspect [-- <file> [--no-open]]";

async function main() {
  const { file, quiet } = asked();
  const data = file && { name: basename(file), text: transcript(file) };
  await buildPage();
  const html = readFileSync(page, "utf8");
  const { address, close } = await serve(data ? withData(html, data) : html);
  console.log(`The inspector is at ${address}${file ? `, with ${basename(file)}` : ""}; nothing you open in it leaves this machine. Ctrl+C ends it.`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
  if (!quiet && !process.env.CI) show(address);
}

function asked() {
  try {
    const { values, positionals } = parseArgs({ options: { "no-open": { type: "boolean" } }, allowPositionals: true });
    if (positionals.length > 1) throw new Stop("Only one file can be opened at once.", { todo: USAGE });
    // npm starts a script in the folder of the package; the name was meant where the person stands.
    return { file: positionals[0] && resolve(process.env.INIT_CWD ?? "", positionals[0]), quiet: values["no-open"] };
  } catch (error) {
    throw error instanceof Stop ? error : new Stop(`${error.message}.`, { todo: USAGE });
  }
}

function transcript(file) {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new Stop(`${file} could not be read (${error.code}).`, { todo: USAGE });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Stop(`${file} is no UTF-8 text.`, { todo: "Unpack it first if it is an archive." });
  }
}

/** Serves one page on a port of the loopback, and nothing else. */
export async function serve(html) {
  const server = createServer((request, response) => {
    // By name only as we gave it: another name that leads here is a foreign page that wants to read this one.
    if (request.headers.host !== new URL(address).host) return response.writeHead(403).end();
    if (request.url !== "/" || !["GET", "HEAD"].includes(request.method)) return response.writeHead(404).end();
    response.writeHead(200, headers).end(html);
  });
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `${policyOf(html)}; frame-ancestors 'none'`,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
  await new Promise((resolve, reject) => server.on("error", reject).listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const close = () => (server.close(), server.closeAllConnections());
  return { address, close };
}

/** Opens the browser where there is one; the address was printed, so it is no failure if not. */
function show(address) {
  const { platform, env } = process;
  if (platform !== "darwin" && platform !== "win32" && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  const [command, ...args] = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] }[platform] ?? ["xdg-open"];
  spawn(command, [...args, address], { stdio: "ignore", detached: true }).on("error", () => {}).unref();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main().catch(report);

// A server for pages on this machine alone. A transcript holds a whole session: no other machine, page or user may read it.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { policyOf } from "./inspector-page.js";

const LOOPBACK = "127.0.0.1";

/**
 * Serves each page under an address of its own that nobody can guess; `pages` are functions that give pieces of html. Resolves when the port is open:
 * `addresses` of the pages, `close()`, and `ended`, which resolves when the server is closed.
 */
export async function servePages(pages, port = 0) {
  const paths = new Map(pages.map((page) => [`/${randomBytes(18).toString("base64url")}/`, page]));
  const server = createServer((request, response) => answer(paths, server.address().port, request, response));
  await new Promise((resolve, reject) => server.once("error", (cause) => reject(refused(port, cause))).listen(port, LOOPBACK, resolve));
  const origin = `http://${LOOPBACK}:${server.address().port}`;
  const ended = new Promise((resolve) => server.on("close", resolve));
  const close = () => (server.close(), server.closeAllConnections());
  return { addresses: [...paths.keys()].map((path) => `${origin}${path}`), ended, close };
}

function refused(port, cause) {
  const reason = cause.code === "EADDRINUSE" ? "another program uses it" : cause.message;
  return new Error(`port ${port} cannot be opened: ${reason}`, { cause });
}

function answer(paths, port, { method, url, headers }, response) {
  // A page of another site can lead a name of its own to this machine, and would then read what it asks for here.
  if (![`${LOOPBACK}:${port}`, `localhost:${port}`].includes(headers.host)) return response.writeHead(403).end();
  const page = paths.get(url);
  if (!page || (method !== "GET" && method !== "HEAD")) return response.writeHead(404).end();
  try {
    send(response, page(), method);
  } catch (error) {
    response.writeHead(500, { ...HEADERS, "content-type": "text/plain; charset=utf-8" }).end(`The transcript cannot be read: ${error.message}\n`);
  }
}

function send(response, pieces, method) {
  response.writeHead(200, { ...HEADERS, "content-security-policy": `${policyOf(pieces)}; frame-ancestors 'none'` });
  if (method === "GET") for (const piece of pieces) response.write(piece);
  response.end();
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

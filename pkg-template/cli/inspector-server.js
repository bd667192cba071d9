// A server for pages on this machine alone. A transcript holds a whole session: no other machine, page or user may read it.
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { createServer } from "node:http";
import { chunksOf } from "../doctor/files/edited.js";
import { chunksAt, isInside } from "../doctor/places/contained.js";
import { MOST_BYTES, policyOf } from "./inspector-page.js";

const LOOPBACK = "127.0.0.1";

/**
 * Serves each site under an address of its own that nobody can guess. A site is `{page, files}`: `page` gives pieces of html, and `files` are those that the page
 * may ask for, `files/<number>?from=<byte>`. Resolves when the port is open: `addresses` of the pages, `close()`, and `ended`, which resolves when the server is
 * closed.
 */
export async function servePages(sites, port = 0) {
  const paths = new Map(sites.map((site) => [`/${randomBytes(18).toString("base64url")}/`, site]));
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
  const [, base, number, from] = /^(\/[^/]+\/)(?:files\/(\d{1,7})\?from=(\d{1,16}))?$/.exec(url) ?? [];
  const site = paths.get(base);
  if (!site || (method !== "GET" && method !== "HEAD")) return response.writeHead(404).end();
  const file = number === undefined ? undefined : site.files?.[Number(number)];
  if (number !== undefined && !file) return response.writeHead(404).end();
  try {
    if (file) sendFile(response, file, Number(from));
    else send(response, site.page(), method);
  } catch (error) {
    response.writeHead(500, { ...HEADERS, "content-type": "text/plain; charset=utf-8" }).end(`The transcript cannot be read: ${error.message}\n`);
  }
}

function send(response, pieces, method) {
  response.writeHead(200, { ...HEADERS, "content-security-policy": `${policyOf(pieces)}; frame-ancestors 'none'` });
  if (method === "GET") for (const piece of pieces) response.write(piece);
  response.end();
}

/** Sends a file from a byte on, with a mark that changes if another file takes its place. */
function sendFile(response, { address, bytes }, from) {
  const { size = bytes?.length, ino = 0 } = bytes || isInside(address) ? {} : statSync(address);
  if (size > MOST_BYTES) throw new Error(`it has ${size} bytes, and the limit of the page is ${MOST_BYTES}`);
  const chunks = bytes ? [bytes.subarray(from)] : isInside(address) ? chunksAt(address) : chunksOf(address, { start: from });
  const head = { ...HEADERS, "content-type": "application/octet-stream", "x-rethought-file": String(ino) };
  let isBegun = false;
  for (const chunk of chunks) {
    // A file that cannot be read fails at its first chunk: before that nothing was sent.
    if (!isBegun) response.writeHead(200, head);
    isBegun = true;
    response.write(chunk);
  }
  if (!isBegun) response.writeHead(200, head);
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

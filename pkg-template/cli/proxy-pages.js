// The pages of a running proxy: the list of its sessions, and each of them in the inspector. A transcript holds a whole session, so only this machine may read it, and on this machine
// only who knows the address: it has a part that nobody can guess, and that is printed at the start.
import { randomBytes } from "node:crypto";
import { escaped } from "./escaped.js";
import { inspectorPage, MOST_BYTES, policyOf } from "./inspector-page.js";

const HEADERS = {
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};
const HTML = "text/html; charset=utf-8";
const PLAIN = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** A path for the pages that nobody can guess. */
export const newPagesPath = () => `/${randomBytes(18).toString("base64url")}/`;

/** The path of a page within those of the pages, such as `/sessions`; nothing if a call is not for one. */
export function pageOf({ method, url }, pagesPath) {
  const page = ["GET", "HEAD"].includes(method) && url.startsWith(pagesPath) ? url.slice(pagesPath.length - 1) : undefined;
  return page !== undefined && /^\/(sessions(\/[\w-]+(\/inspector)?)?\/?)?$/.test(page) ? page : undefined;
}

/** Answers a call for a page. A page that cannot be made ends no call of a client. */
export function answerPage(page, response, sessions) {
  try {
    makePage(page, response, sessions);
  } catch (error) {
    send(response, 500, "text/plain; charset=utf-8", PLAIN, [`The page cannot be made: ${error.message}\n`]);
  }
}

function makePage(page, response, sessions) {
  const [, , id, view] = page.split("/");
  if (page === "/") return send(response, 200, HTML, PLAIN, [listPage(sessions.list())]);
  if (/^\/sessions\/?$/.test(page)) return send(response, 200, "application/json", PLAIN, [JSON.stringify(sessions.list())]);
  const bytes = id && sessions.transcript(id);
  if (!bytes) return send(response, 404, "text/plain", PLAIN, ["Unknown session.\n"]);
  if (!view) return send(response, 200, "application/x-ndjson", PLAIN, [bytes]);
  if (bytes.length > MOST_BYTES) return send(response, 413, "text/plain", PLAIN, ["The session is too long for this page. Open its file with rethought inspect.\n"]);
  inspector ??= inspectorPage();
  const pieces = inspector({ name: `${id}.ndjson`, bytes });
  return send(response, 200, HTML, `${policyOf(pieces)}; frame-ancestors 'none'`, pieces);
}

let inspector;

function send(response, status, type, policy, pieces) {
  response.writeHead(status, { ...HEADERS, "content-type": type, "content-security-policy": policy });
  for (const piece of pieces) response.write(piece);
  response.end();
}

function listPage(sessions) {
  const rows = sessions.map(({ id, wire, model, verdict, exchanges, last }) => `<tr><td><a href="sessions/${id}/inspector">${escaped(id)}</a><td>${escaped(wire)}<td>${escaped(model)}<td>${exchanges}<td>${escaped(verdict)}<td>${escaped(last)}`);
  const table = rows.length ? `<table><tr><th>session<th>wire<th>model<th>calls<th>last verdict<th>last call${rows.join("\n")}</table>` : "<p>No call has ended yet.</p>";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>rethought proxy</title>
<style>body{font:15px/1.5 system-ui;margin:2rem;color-scheme:light dark}td,th{text-align:left;padding:.2rem 1rem .2rem 0}</style>
<h1>Sessions</h1>${table}</html>`;
}

// The pages of a running proxy: the list of its sessions, and each of them in the inspector. A transcript holds a whole session, so only this machine may read it, and only somebody who
// has the address. The address has a random part, and is printed at the start.
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

/** A random path for the pages. */
export const newPagesPath = () => `/${randomBytes(18).toString("base64url")}/`;

/** The path of a page, such as `/sessions`; nothing if a call is not for a page. */
export function pageOf({ method, url }, pagesPath) {
  const page = ["GET", "HEAD"].includes(method) && url.startsWith(pagesPath) ? url.slice(pagesPath.length - 1) : undefined;
  return page !== undefined && /^\/(sessions(\/[\w-]+(\/inspector)?)?\/?)?$/.test(page) ? page : undefined;
}

/** Answers a call for a page. An error here does not affect the calls of clients. */
export function answerPage(page, response, sessions) {
  try {
    makePage(page, response, sessions);
  } catch (error) {
    send(response, 500, "text/plain; charset=utf-8", PLAIN, [`The page could not be made: ${error.message}\n`]);
  }
}

function makePage(page, response, sessions) {
  const [, , id, view] = page.split("/");
  if (page === "/") return send(response, 200, HTML, PLAIN, [listPage(sessions.list())]);
  if (/^\/sessions\/?$/.test(page)) return send(response, 200, "application/json", PLAIN, [JSON.stringify(sessions.list())]);
  const bytes = id && sessions.transcript(id);
  if (!bytes) return send(response, 404, "text/plain", PLAIN, ["Unknown session.\n"]);
  if (!view) return send(response, 200, "application/x-ndjson", PLAIN, [bytes]);
  if (bytes.length > MOST_BYTES) return send(response, 413, "text/plain", PLAIN, ["The session is too large for a page. Open its file: rethought inspect <file>\n"]);
  inspector ??= inspectorPage();
  const { name = id } = sessions.list().find((session) => session.id === id) ?? {};
  const pieces = inspector({ name, bytes });
  return send(response, 200, HTML, `${policyOf(pieces)}; frame-ancestors 'none'`, pieces);
}

let inspector;

function send(response, status, type, policy, pieces) {
  response.writeHead(status, { ...HEADERS, "content-type": type, "content-security-policy": policy });
  for (const piece of pieces) response.write(piece);
  response.end();
}

/** Nothing refreshes by itself: a page that reloads while somebody reads it loses their place. */
function listPage(sessions) {
  const list = sessions.length ? `<ul>${sessions.map(listItem).join("\n")}</ul>` : "<p>No call has ended yet.</p>";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Sessions · rethought proxy</title>
<style>${STYLE}</style></head>
<body><main><header><h1>Sessions</h1><a href="./">Refresh</a></header>
${list}</main></body></html>`;
}

function listItem({ id, name, wire, model, verdict, status, exchanges, refused, last }) {
  const facts = [`${exchanges} ${exchanges === 1 ? "call" : "calls"}`, refused && `${refused} refused`, model, wire, `last call ${minuteOf(last)}`].filter(Boolean);
  const outcome = status === undefined ? "no answer" : `${status >= 400 ? "error" : "answered"} ${status}`;
  return `<li><a href="sessions/${id}/inspector">${escaped(name ?? id)}</a>
<p>${facts.map(escaped).join(" · ")}</p>
<p>Last request: predicted <b>${escaped(PREDICTIONS[verdict] ?? verdict ?? "not audited")}</b> · provider <b class="${status >= 400 ? "bad" : ""}">${escaped(outcome)}</b></p></li>`;
}

const minuteOf = (time = "") => time.slice(0, 16).replace("T", " ");

/** Verdicts as the inspector words them. A prediction never says that the provider accepted. */
const PREDICTIONS = { rejected: "will be refused", "likely rejected": "will probably be refused", unknown: "not checked", degraded: "reasoning is lost", accepted: "no problems found" };

const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:1.5rem;background:light-dark(#fbfbfc,#121318);color:light-dark(#1a1c23,#eceef4);font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:52rem;margin:0 auto}
header{display:flex;align-items:baseline;justify-content:space-between;gap:1rem}
h1{font-size:1.3rem;margin:0}
a{color:light-dark(#5b3df0,#a996ff)}
ul{list-style:none;margin:1rem 0;padding:0}
li{padding:.6rem 0;border-top:1px solid light-dark(#dcdfe6,#2e323d)}
li>a{display:inline-block;min-height:1.5rem;font-weight:600}
p{margin:0;color:light-dark(#565b6b,#a3a9b9);font-size:.9rem}
b{font-weight:600;color:light-dark(#1a1c23,#eceef4)}
.bad{color:light-dark(#b3101f,#ff8b8f)}`;

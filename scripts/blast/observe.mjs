// node observe.mjs <package folder> <file>: writes a line for every input, with all results of the package.
import { createHash } from "node:crypto";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inputs } from "./inputs.mjs";

const [, , folder, file] = process.argv;
const { audit, decode, Ledger, locate, render, repair, replay, StreamDecoder } = await packageOf(folder);

const out = createWriteStream(file);
/** The ledger of each recorded conversation. */
const ledgers = new Map();
for await (const input of inputs()) {
  if (!out.write(`${JSON.stringify({ id: input.id, ...observe(input) })}\n`)) await new Promise((resume) => out.once("drain", resume));
}
await new Promise((resolve) => out.end(resolve));

/** Imports the main entry and that of JSON, from their places in this version of the package. */
async function packageOf(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const module = (path) => import(pathToFileURL(join(folder, path)));
  const { node } = exports["."];
  return { ...(await module(node.default ?? node)), ...(await module(exports["./slim/json"].default)) };
}

function observe(input) {
  const request = input.case ? locate(input.case, "/request").raw : input.request;
  const seen = {};
  const look = (name, of) => (seen[name] = attempt(of));
  if (request) {
    const options = input.models ? { models: input.models } : {};
    look("audit", () => auditOf(audit(request, input.target, options), request));
    look("repair", () => digest(repair(request, input.target, { ...options, allow: ["safe", "dead", "unsafe", "placeholder"] }).request));
    const ledger = ledgerOf(input);
    if (ledger?.length) {
      look("ledger", () => auditOf(ledger.audit(request, input.target, options), request));
      look("mended", () => digest(ledger.repair(request, input.target, options).request));
      look("follow", () => digest(JSON.stringify(ledger.follow(request, input.target))));
    }
  }
  if (input.response) look("decode", () => digest(JSON.stringify(decode(input.response, input.target))));
  if (input.stream) look("stream", () => streamOf(input));
  if (request && input.response) look("replay", () => digest(replay(request, input.response, input.target)));
  if (request && (input.response || input.stream) && input.group) attempt(() => ledgers.get(input.group).record({ request, response: input.response, stream: input.stream, target: input.target }));
  return seen;
}

/** Returns the ledger of a case, or the one that the exchanges of a recorded conversation share. */
function ledgerOf({ emitted, group, case: text }) {
  if (emitted) {
    const ledger = new Ledger();
    for (const [nth, { target, stream }] of emitted.entries()) {
      const raw = (name) => locate(text, `/emitted/${nth}/${name}`).raw;
      ledger.record({ target, request: raw("request"), ...(stream === undefined ? { response: raw("response") } : { stream }) });
    }
    return ledger;
  }
  if (group !== undefined && !ledgers.has(group)) ledgers.set(group, new Ledger());
  return ledgers.get(group);
}

/** Keeps the content of a report, finding by finding, and the digest of its texts and JSON. */
function auditOf(report, request) {
  const findings = report.findings.map(({ rule, severity, evidence, message, why, upstream, pointer, start, end, related, fix, fixes }) =>
    ({ rule, severity, evidence, message, why, upstream, pointer, start, end, related, fix, fixes }));
  const rendered = ["text", "github"].map((format) => render(report, request, { format }));
  // The reason of an undecided check follows a colon.
  const checks = Object.entries(report.checks).map(([rule, check]) => [rule, check.split(":")[0]]);
  const texts = [JSON.stringify(report.checks), ...rendered];
  return { verdict: report.verdict, findings, checks: digest(JSON.stringify(checks)), rendered: digest(texts.join("\0")) };
}

function streamOf({ stream, target }) {
  const decoder = new StreamDecoder(target);
  const events = decoder.push(stream);
  const { turn, body } = decoder.finish();
  return digest(JSON.stringify([events, turn, body]));
}

/** Returns the result of a call, or the error that it throws: a changed error is a difference too. */
function attempt(of) {
  try {
    return of();
  } catch (error) {
    return { error: error.name, code: error.code, message: String(error.message).slice(0, 300) };
  }
}

function digest(text) {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

// The log of a proxy: one line a call, for people or as JSON. No text and no key of a call is in it.
import { createHash } from "node:crypto";
import { printable } from "../text/printable.js";
import { note, printJsonText, printText, warn } from "./output.js";

/** The digits of a digest in the log. They tell calls apart, and do not reveal the name. */
const DIGITS = 12;

/** Returns the log of a kind: `text`, `json` or `none`. `call` gets a call that has ended, `fault` a sentence about a failure, `start` the greeting. */
export function logOf(kind = "text") {
  if (kind === "json") return { start: startJson, call: (ended) => printLine({ event: "call", ...membersOf(ended) }), fault: (sentence) => printLine({ event: "error", message: sentence }) };
  return { start: printText, call: kind === "none" ? () => {} : printCall, fault: warn };
}

/** The greeting has the secret address of the pages, so it stays out of the log. */
function startJson(greeting, url) {
  for (const line of greeting.trimEnd().split("\n")) note(line);
  printLine({ event: "start", url });
}

const printLine = (members) => printJsonText(JSON.stringify({ time: new Date().toISOString(), ...members }));

/** Prints a call to a model. Other calls say nothing about a conversation. */
function printCall({ exchange }) {
  if (!exchange) return;
  const { wire, model, verdict, rules, repairs, status, ms, isBlocked, isCut, isSigned, convertedFrom } = exchange;
  const extras = [repairs && `${repairs} repaired`, isBlocked && "blocked", isSigned && "signed: not repaired", isCut && "cut", convertedFrom && `from ${convertedFrom}`].filter(Boolean);
  printText([wire, printable(model ?? "-"), verdict, rules.join(",") || "-", extras.join(", ") || "-", status, `${Math.round(ms)} ms`].join("  "));
}

/** The members of a line. A path may have a name or a key in it, so only its first part is logged. */
function membersOf({ method, path, status, ms, token, exchange }) {
  const call = { method, route: /^\/[a-z]{1,20}(?=\/|$)/.exec(path)?.[0] ?? "/", status, ms: rounded(ms), token };
  if (!exchange) return call;
  const { wire, url, model, verdict, rules, repairs, isBlocked, isCut, isSigned, convertedFrom, conversation, credential } = exchange;
  const names = { conversation: digestOf(conversation), credential: digestOf(credential) };
  return { ...call, wire, host: new URL(url).host, model, verdict, rules, repairs, blocked: isBlocked, cut: isCut, signed: isSigned, convertedFrom, ...names };
}

const rounded = (ms) => Math.round(ms * 10) / 10;
const digestOf = (name) => (name === undefined ? undefined : createHash("sha256").update(name).digest("hex").slice(0, DIGITS));

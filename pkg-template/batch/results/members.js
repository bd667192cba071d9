// The members that the results of several commands share.
import { InputError } from "../../errors/index.js";

/** The request of an exchange, which may be the line itself. */
export function requestOf({ request, body }) {
  if (request ?? body) return request ?? body;
  throw new InputError("the line has no request", { code: "E_INPUT", pointer: "/request" });
}

/** Where a request went, as the audit has read it, and what the line says of itself. */
export function aboutOf({ wire, model }, { time, session }, target) {
  return `,"wire":"${wire}"${jsonMember("host", hostOf(target))}${jsonMember("model", model?.given)}${jsonMember("time", time)}${jsonMember("session", session)}`;
}

/** The verdict, and the reason of an unknown one. */
export const verdictText = ({ verdict, reason }) => `,"verdict":"${verdict}"${jsonMember("reason", reason)}`;

/** What is said of an exchange without a body: what is missing, and what is known all the same. */
export function missingText({ time, session, missing }, target) {
  return `${jsonMember("host", hostOf(target))}${jsonMember("model", target.model)}${jsonMember("time", time)}${jsonMember("session", session)}${jsonMember("missing", missing)}`;
}

/** A member and the comma before it; nothing if it has no value. */
export const jsonMember = (name, value) => (value === undefined ? "" : `,"${name}":${JSON.stringify(value)}`);

/** Findings as JSON. No text of the conversation is in them unless the caller asks for the words. */
export function findingsText(findings, texts) {
  if (!findings.length) return "[]";
  const texted = ({ message, why, upstream }) => (texts ? { message, why, upstream } : {});
  return JSON.stringify(findings.map((finding) => ({ rule: finding.rule, severity: finding.severity, evidence: finding.evidence, pointer: finding.pointer, ...texted(finding), digest: finding.digest })));
}

/** The host of a target: the one that is named, or that of the address. */
function hostOf({ host, url }) {
  if (host !== undefined || url === undefined) return host;
  if (url !== lastUrl) [lastUrl, lastHost] = [url, /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1].toLowerCase()];
  return lastHost;
}

let [lastUrl, lastHost] = [];

/** A request as it goes out: in the form in which it came. What was made of a text is a text; what was made of an object is its bytes. */
export function requestText({ form, source, raw }, made) {
  if (made === source) return raw;
  const text = typeof made === "string" ? made : Buffer.from(made.buffer, made.byteOffset, made.byteLength).utf8Slice();
  return form === "text" ? JSON.stringify(text) : text;
}

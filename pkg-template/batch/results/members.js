// The members that the results of several commands share.
import { InputError } from "../../errors/index.js";

/** Returns the request of an exchange, which may be the line itself. */
export function requestOf({ request, body }) {
  if (request ?? body) return request ?? body;
  throw new InputError("the line has no request", { code: "E_INPUT", pointer: "/request" });
}

/** Returns the target of a request, as the audit read it, and the members of the line. */
export function aboutOf({ wire, model }, { time, session }, target) {
  return `,"wire":"${wire}"${jsonMember("host", hostOf(target))}${jsonMember("model", model?.given)}${jsonMember("time", time)}${jsonMember("session", session)}`;
}

/** The verdict, and the reason of an unknown one. */
export const verdictText = ({ verdict, reason }) => `,"verdict":"${verdict}"${jsonMember("reason", reason)}`;

/** Returns the members for an exchange without a body: the missing body, and the known facts. */
export function missingText({ time, session, missing }, target) {
  return `${jsonMember("host", hostOf(target))}${jsonMember("model", target.model)}${jsonMember("time", time)}${jsonMember("session", session)}${jsonMember("missing", missing)}`;
}

/** Returns a member and the comma before it, or nothing if it has no value. */
export const jsonMember = (name, value) => (value === undefined ? "" : `,"${name}":${JSON.stringify(value)}`);

/** Returns findings as JSON. They contain no text of the conversation unless the caller asks for it. */
export function findingsText(findings, texts) {
  if (!findings.length) return "[]";
  const texted = ({ message, why, upstream }) => (texts ? { message, why, upstream } : {});
  return JSON.stringify(findings.map((finding) => ({ rule: finding.rule, severity: finding.severity, evidence: finding.evidence, pointer: finding.pointer, ...texted(finding), digest: finding.digest })));
}

/** Returns the host of a target: the given one, or that of the address. */
function hostOf({ host, url }) {
  if (host !== undefined || url === undefined) return host;
  if (url !== lastUrl) [lastUrl, lastHost] = [url, /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1].toLowerCase()];
  return lastHost;
}

let [lastUrl, lastHost] = [];

/** Returns a request in the form in which it came: a text for a text, bytes for an object. */
export function requestText({ form, source, raw }, made) {
  if (made === source) return raw;
  const text = typeof made === "string" ? made : Buffer.from(made.buffer, made.byteOffset, made.byteLength).utf8Slice();
  return form === "text" ? JSON.stringify(text) : text;
}

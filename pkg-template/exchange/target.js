// The target of a body, as callers give it. The wasm side detects missing members from the address or the body.
import * as glue from "../wasm/glue.js";
import { InputError } from "../errors/index.js";
import { refuseUnknown } from "../text/options.js";
import { guarded } from "../wasm/recover.js";
import { refuseUnknownWire } from "./wire-names.js";

const encoder = new TextEncoder();
const TEXTS = ["wire", "host", "model", "account", "credential", "conversation", "era"];
const LISTS = ["betas", "unrecorded"];
const MEMBERS = [...TEXTS, ...LISTS, "enforced", "url", "headers"];

/**
 * Returns a target as a plain object with only the given members. A Request or a Response of fetch is a target: it has a url and headers. `at` is the
 * JSON pointer of the option.
 */
export function targetOf(given, at = "") {
  if (given === undefined || given === null) return {};
  if (typeof given === "string") return withKnownWire({ wire: given }, at);
  if (typeof given !== "object") throw targetError("target must be the name of a wire or an object");
  // An object of a class, such as a Request of fetch, has other members too.
  if (isPlain(given)) refuseUnknown(given, MEMBERS);
  const target = {};
  const said = (name) => (hasMember(given, name) ? given[name] : undefined);
  for (const name of TEXTS) if (present(said(name))) target[name] = text(given[name], name);
  if (present(said("enforced"))) target.enforced = given.enforced === true;
  if (present(said("url"))) target.url = urlOf(given.url);
  for (const name of LISTS) if (present(said(name))) target[name] = listOf(given[name], name);
  if (present(said("headers"))) target.headers = headersOf(given.headers);
  // A response that was constructed by hand has an empty address.
  if (target.url === "") delete target.url;
  return withKnownWire(target, at);
}

function withKnownWire(target, at) {
  if (target.wire !== undefined) refuseUnknownWire(target.wire, `${at}/wire`);
  return target;
}

const isPlain = (given) => [null, Object.prototype].includes(Object.getPrototypeOf(given));

/** Returns true if an object or its class has a member. Members that others added to Object.prototype do not count. */
function hasMember(given, name) {
  for (let here = given; here && Object.getPrototypeOf(here) !== null; here = Object.getPrototypeOf(here)) if (Object.hasOwn(here, name)) return true;
  return Object.getPrototypeOf(given) === null && Object.hasOwn(given, name);
}

/** Returns the text in which a target crosses. Most programs have one target, and writing it again takes longer than comparing it. */
export function bytesOfTarget(target) {
  const text = JSON.stringify(target);
  if (last.text !== text) last = { text, bytes: encoder.encode(text) };
  return last.bytes;
}

let last = {};

/** Returns the address of a hint: a string, a URL, or an object with one. */
export function addressOf(hint) {
  if (hint === undefined || hint === null) return undefined;
  if (typeof hint === "object" && typeof hint.href !== "string") return hasMember(hint, "url") && present(hint.url) ? urlOf(hint.url) : undefined;
  return urlOf(hint);
}

/** Returns the target to send a turn back to: the one it came from, unless the caller gives another. */
export function returnTarget(origin, given) {
  const target = targetOf(given);
  if (!origin) return target;
  const { host, url, ...rest } = origin;
  const moved = target.host !== undefined || target.url !== undefined;
  if (target.wire !== undefined && !shareMessages(target.wire, origin.wire))
    throw targetError(`the turn is of ${origin.wire} and cannot be sent on ${target.wire}`, "/wire");
  return { ...rest, ...(moved || host === undefined ? {} : { host }), ...(moved || url === undefined ? {} : { url }), ...target };
}

/** Returns true if a turn of one wire can be sent back on another: some wires write the same message. */
const shareMessages = guarded(glue.shareMessages);

function urlOf(url) {
  return text(typeof url === "object" && typeof url.href === "string" ? url.href : url, "url");
}

function listOf(list, name) {
  if (!Array.isArray(list)) throw targetError(`${name} must be an array of strings`, `/${name}`);
  return list.map((entry) => text(entry, name));
}

/** Returns one value per name, in lower case, as `Headers` does. Repeated headers are joined. */
function headersOf(headers) {
  if (typeof headers !== "object") throw targetError("headers must be an object, a Headers or pairs", "/headers");
  // Without a prototype: a header may have any name.
  const joined = Object.create(null);
  const add = (name, value) => {
    const key = text(name, "headers").toLowerCase();
    const line = Array.isArray(value) ? value.join(", ") : text(value, "headers");
    joined[key] = key in joined ? `${joined[key]}, ${line}` : line;
  };
  if (Array.isArray(headers)) for (const pair of headers) add(...(Array.isArray(pair) ? pair : [pair]));
  else if (typeof headers.forEach === "function") headers.forEach((value, name) => add(name, value));
  else for (const [name, value] of Object.entries(headers)) if (present(value)) add(name, value);
  return joined;
}

function text(value, name) {
  if (typeof value === "string") return value;
  throw targetError(`${name} must be ${[...LISTS, "headers"].includes(name) ? "made of strings" : "a string"}`, `/${name}`);
}

const present = (value) => value !== undefined && value !== null;

function targetError(message, pointer) {
  return new InputError(message, { code: "E_INPUT", pointer });
}

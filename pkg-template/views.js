// Views: copies for someone. What is kept, what is logged, with secrets out of it, in a chain of hashes.
import * as glue from "./glue.js";
import { InputError } from "./errors.js";
import { bytesOf, likeInput, stringOf, textOf } from "./input.js";
import { objectText } from "./object-text.js";
import { ownOption } from "./options.js";
import { guarded } from "./recover.js";

const wasm = Object.fromEntries(["appendRecord", "detectors", "persistent", "redact", "verifyLog"].map((name) => [name, guarded(glue[name])]));
const encoder = new TextEncoder();

export function persistent(messages) {
  return likeInput(wasm.persistent(bytesOf(messages, "messages")), messages);
}

export function redact(value, policy) {
  return viewOf(value, policy, false, "value");
}

export function logView(messages, policy) {
  return viewOf(messages, policy, true, "messages");
}

export function detectors() {
  return wasm.detectors().split("\n");
}

export class AuditLog {
  #head;

  constructor(head) {
    // A head that is none is told of here, and not with the first record.
    if (head !== undefined) wasm.verifyLog(new Uint8Array(), headOf(head), headOf(head));
    this.#head = head === undefined ? undefined : { seq: head.seq, hash: head.hash };
  }

  get head() {
    return this.#head && { ...this.#head };
  }

  append(record, time = new Date().toISOString()) {
    const bytes = isPlain(record) ? encoder.encode(objectText(record, "record").text) : bytesOf(record, "record");
    const [line, head] = wasm.appendRecord(headOf(this.#head), bytes, stringOf(time, "time"));
    this.#head = JSON.parse(textOf(head));
    return textOf(line);
  }
}

export function verifyLog(lines, options) {
  const log = Array.isArray(lines) ? lines.map((line, nth) => textOf(bytesOf(line, `lines[${nth}]`))).join("\n") : lines;
  const { after, head } = options ?? {};
  return JSON.parse(textOf(wasm.verifyLog(bytesOf(log, "lines"), headOf(after), headOf(head))));
}

function viewOf(body, policy, log, what) {
  const [copy, told] = wasm.redact(bytesOf(body, what), policyOf(policy), log);
  return { text: likeInput(copy, body), ...JSON.parse(textOf(told)) };
}

/** A policy as text, a RegExp as its source and flags. Members that are there and undefined are left out. */
function policyOf(policy = {}) {
  if (!isPlain(policy)) throw new InputError("policy must be an object", { code: "E_INPUT" });
  const patterns = ownOption(policy, "patterns");
  const listed = Array.isArray(patterns) ? patterns.map(patternOf) : patterns;
  return encoder.encode(objectText({ ...policy, patterns: listed }, "policy").text);
}

function patternOf(given, nth) {
  const pattern = given?.pattern ?? given;
  const isRegExp = Object.prototype.toString.call(pattern) === "[object RegExp]";
  const { source = pattern, flags = given?.flags } = isRegExp ? pattern : {};
  return { pattern: stringOf(source, `patterns[${nth}]`), flags, kind: given?.kind };
}

function headOf(head) {
  return head === undefined || head === null ? new Uint8Array() : encoder.encode(JSON.stringify(head));
}

function isPlain(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value) && !/Buffer\]$/.test(Object.prototype.toString.call(value));
}

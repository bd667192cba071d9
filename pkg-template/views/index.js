// `rethought/views`: copies of the messages of agentfootprint: the kept history, the sent messages, the displayed log, and its chain of hashes.
import * as glue from "../wasm/glue.js";
import { optionsFrom } from "../text/options.js";
import { guarded } from "../wasm/recover.js";
import { bytesOf, isPlainObject, stringOf, textOf } from "../text/input.js";
import { jsonText, objectText } from "../text/object-text.js";
import { rawOf } from "../text/text.js";
import { dataOf } from "./data.js";
import { messageEvents as eventsOf } from "./events.js";
import { redactedCopy } from "./redact.js";

const wasm = { appendRecord: guarded(glue.appendRecord), detectors: guarded(glue.detectors), messageText: guarded(glue.messageText), persistent: guarded(glue.persistent), verifyLog: guarded(glue.verifyLog) };
const encoder = new TextEncoder();

export function persistent(messages) {
  return viewOf(messages, false);
}

export function sendView(messages) {
  return viewOf(messages, true);
}

function viewOf(messages, isSent) {
  const { source, back } = dataOf(messages, "messages");
  return back(wasm.persistent(bytesOf(source, "messages"), isSent));
}

export function messageEvents(messages, options) {
  return eventsOf(messages, options, readMessage);
}

export function logView(messages, policy) {
  return redactedCopy(messages, policy, true, "messages");
}

export function readMessage(body, pointer = "") {
  return JSON.parse(textOf(wasm.messageText(rawOf(dataOf(body, "body").source), stringOf(pointer, "pointer"))));
}

export function detectors() {
  return wasm.detectors().split("\n");
}

export class AuditLog {
  #head;

  constructor(head) {
    // An invalid head is reported here, and not with the first record.
    if (head !== undefined) wasm.verifyLog(new Uint8Array(), headOf(head), headOf(head));
    this.#head = head === undefined ? undefined : { seq: head.seq, hash: head.hash };
  }

  get head() {
    return this.#head && { ...this.#head };
  }

  append(record, time = new Date().toISOString()) {
    const bytes = isPlainObject(record) ? encoder.encode(objectText(record, "record").text) : bytesOf(record, "record");
    const [line, head] = wasm.appendRecord(headOf(this.#head), bytes, stringOf(time, "time"));
    this.#head = JSON.parse(textOf(head));
    return textOf(line);
  }
}

export function verifyLog(lines, options) {
  const log = Array.isArray(lines) ? lines.map((line, nth) => textOf(bytesOf(dataOf(line, `lines[${nth}]`).source, `lines[${nth}]`))).join("\n") : lines;
  const { after, head } = optionsFrom(options, ["after", "head"]);
  return JSON.parse(textOf(wasm.verifyLog(bytesOf(log, "lines"), headOf(after), headOf(head))));
}

function headOf(head) {
  return head === undefined || head === null ? new Uint8Array() : encoder.encode(jsonText(head, "head"));
}

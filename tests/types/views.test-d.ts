import { redact } from "rethought";
import { AuditLog, detectors, logView, messageEvents, persistent, readMessage, sendView, verifyLog } from "rethought/views";
import type { RedactedCopy, RedactionHit, RedactionPattern, RedactionPolicy } from "rethought";
import type { LLMMessage, LogCopy, LogHead, LogVerdict, MessageEvent, MessagePayload, ThinkingPayload } from "rethought/views";
import type { Equal, Expect } from "./equal.js";

export type Records = [
  Expect<Equal<RedactionHit, { kind: string; pointer: string; count: number }>>,
  Expect<Equal<RedactedCopy<string>["text"], string>>,
  Expect<Equal<RedactedCopy<Uint8Array>["text"], Uint8Array>>,
  Expect<Equal<LogCopy<string>["ephemeral"], string[]>>,
  Expect<Equal<LogHead, { seq: number; hash: string }>>,
  Expect<Equal<NonNullable<LogVerdict["broken"]>["reason"], "truncated" | "foreign" | "altered" | "missing" | "reordered" | "repeated" | "relinked">>,
  Expect<Equal<RedactionPolicy["opaque"], "keep" | "cut" | "scan" | undefined>>,
];

export type Calls = [
  Expect<Equal<ReturnType<typeof persistent<string>>, string>>,
  Expect<Equal<ReturnType<typeof persistent<ArrayBuffer>>, Uint8Array>>,
  Expect<Equal<ReturnType<typeof redact<string>>, RedactedCopy<string>>>,
  Expect<Equal<ReturnType<typeof persistent<LLMMessage[]>>, LLMMessage[]>>,
  Expect<Equal<ReturnType<typeof sendView<string>>, string>>,
  Expect<Equal<ReturnType<typeof messageEvents>, MessageEvent[]>>,
  Expect<Equal<Extract<MessageEvent, { type: "thinking" }>["payload"], ThinkingPayload>>,
  Expect<Equal<MessageEvent["type"], "message" | "ephemeral" | "thinking" | "tool_call" | "tool_result">>,
  Expect<Equal<ReturnType<typeof logView<string>>, LogCopy<string>>>,
  Expect<Equal<ReturnType<typeof detectors>, string[]>>,
  Expect<Equal<ReturnType<typeof verifyLog>, LogVerdict>>,
  Expect<Equal<AuditLog["head"], LogHead | undefined>>,
];

const pattern: RedactionPattern = { pattern: /a+/i, kind: "a" };
export const policy: RedactionPolicy = { subjects: ["thinking", "arguments"], patterns: [pattern, /b/, "c"], detectors: ["secrets"], opaque: "cut", limit: 100 };
export const line: string = new AuditLog({ seq: 0, hash: "0" }).append({ event: 1 }, "2026-11-15");
export const verdict: LogVerdict = verifyLog(["{}", new Uint8Array()], { after: { seq: 0, hash: "0" } });

/** The policy of agentfootprint's own documentation. */
export const scrubbed: RedactionPolicy = { thinkingPatterns: [/\p{Lu}\w+/u, { pattern: "(?<name>a)", flags: "im", kind: "a" }] };
export const objects: LLMMessage = readMessage({ role: "user", content: "x" });
export function heard(event: MessageEvent): MessagePayload | undefined {
  return event.type === "message" || event.type === "ephemeral" ? event.payload : undefined;
}

// @ts-expect-error there are three subjects
export const subject: RedactionPolicy = { subjects: ["everything"] };
// @ts-expect-error a handle is kept, cut or scanned
export const opaque: RedactionPolicy = { opaque: true };
// @ts-expect-error a record is an object
new AuditLog().append(7);

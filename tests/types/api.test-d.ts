import { RethoughtError, Thought } from "rethought";
import { readTime } from "rethought/adk";
import { readReasoningItem } from "rethought/clark";
import { InternalError, JsonError } from "rethought/errors";
import { edit, locate, scan } from "rethought/json";
import { readMessage } from "rethought/views";
import type { Body, ErrorCode, RawBody } from "rethought";
import type { ReasoningFacts, ReasoningFormat } from "rethought/clark";
import type { Change, Place, Scan } from "rethought/json";
import type { LLMMessage } from "rethought/views";
import type { Equal, Expect } from "./equal.js";

declare const text: string;
declare const bytes: Uint8Array;
declare const either: string | Uint8Array;

export const asText = edit(text, []);
export const asBytes = edit(bytes, [{ op: "append", pointer: "/messages", json: text }]);
export const asEither = edit(either, []);
export const found = locate(bytes, "/a");
export const item = readReasoningItem(text, "/choices/0/message/reasoning_details/0");

export type TextForTextAndBytesForBytes = [
  Expect<Equal<typeof asText, string>>,
  Expect<Equal<typeof asBytes, Uint8Array>>,
  Expect<Equal<typeof asEither, string | Uint8Array>>,
  Expect<Equal<(typeof found)["raw"], Uint8Array>>,
  Expect<Equal<(typeof item)["raw"], string>>,
  Expect<Equal<(typeof item)["format"], ReasoningFormat>>,
  Expect<Equal<ReturnType<typeof scan>, Scan>>,
  Expect<Equal<ReturnType<typeof readMessage>, LLMMessage>>,
];

type Kind = "null" | "boolean" | "number" | "string" | "array" | "object";
type Seen = "text" | "summary" | "encrypted" | "redacted" | "omitted" | "unknown";
export type Records = [
  Expect<Equal<Scan, { nodes: number; bom: boolean; kind: Kind }>>,
  Expect<Equal<Place, { pointer: string; exact: boolean; kind: Kind; start: number; end: number }>>,
  Expect<Equal<ReasoningFacts, { kind: Seen; format: ReasoningFormat; signed: boolean; start: number; end: number }>>,
];

export const kind = (scanned: Scan): Kind => scanned.kind;
export const iso: string = readTime({ year: 2026, ordinal: 319 });
export const known: ErrorCode = "E_INVALID_INITIAL_THOUGHT_VALUE";
// @ts-expect-error no such code
export const unknownCode: ErrorCode = "E_NO_SUCH";
export const code = (error: unknown): string | undefined =>
  error instanceof JsonError || error instanceof InternalError ? error.code : error instanceof RethoughtError ? error.message : undefined;

export function narrowed(value: unknown): string {
  return Thought.isThought(value) ? value.identity.representation : "";
}

// @ts-expect-error a number is not a body
scan(1);
// @ts-expect-error a remove has no text, and an append needs one
export const wanting: Change = { op: "append", pointer: "" };
// @ts-expect-error no such change
export const unheard: Change = { op: "move", pointer: "", json: "1" };
// @ts-expect-error a parsed object is no raw body: its bytes are gone
export const parsed: RawBody = { messages: [] };
export const taken: Body = { messages: [] };

declare const thought: Thought;
// @ts-expect-error a thought cannot be changed
thought.content = "x";

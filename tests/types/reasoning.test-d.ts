import type {
  FaultyReasoningItem, MissingSignaturesForStrictProvider, MixedIssuers, ReasoningEncryptedItem, ReasoningFormat, ReasoningItem, ReasoningOmittedItem,
  ReasoningRedactedItem, ReasoningSummaryItem, ReasoningTextItem, ReplayAudit, ReplayContract, ReplayViolation, UnknownReasoningItem,
} from "rethought/clark";
import type { Assignable, Equal, Expect, Interchangeable, Refuse } from "./equal.js";
import type * as Clark from "./seeds/clark.js";

interface Redacted extends Omit<Clark.Encrypted, "type"> { type: "reasoning.redacted" }
interface Omitted extends Omit<Clark.Text, "type" | "text"> { type: "reasoning.omitted" }

export type Same = [
  Expect<Equal<ReasoningTextItem, Clark.Text>>,
  Expect<Equal<ReasoningSummaryItem, Clark.Summary>>,
  Expect<Equal<ReasoningEncryptedItem, Clark.Encrypted>>,
  Expect<Equal<ReasoningRedactedItem, Redacted>>,
  Expect<Equal<ReasoningOmittedItem, Omitted>>,
  Expect<Equal<UnknownReasoningItem, { type: string; [key: string]: unknown }>>,
  Expect<Equal<ReasoningItem, Clark.ReasoningItem | Redacted | Omitted | UnknownReasoningItem>>,
  Expect<Equal<ReplayContract, Clark.ReplayContract>>,
  // Clark has one violation and reports one; here there are more, and all are reported.
  Expect<Equal<ReplayViolation, Clark.ReplayViolation | FaultyReasoningItem | MixedIssuers>>,
  Expect<Equal<MissingSignaturesForStrictProvider, Clark.ReplayViolation>>,
  Expect<Equal<Omit<ReplayAudit, "violation" | "violations">, Omit<Clark.ReplayAudit, "violation">>>,
  Expect<Equal<ReplayAudit["violations"], ReplayViolation[]>>,
  Expect<Assignable<Clark.ReplayAudit["violation"], ReplayAudit["violation"]>>,
  Expect<Assignable<Clark.ReasoningItem, ReasoningItem>>,
  Refuse<Assignable<ReasoningItem, Clark.ReasoningItem>>,
];

// The formats are open and still listed: neither the plain string nor the closed set.
export type Open = [
  Expect<Equal<ReasoningFormat, Clark.ReasoningFormat | (string & {})>>,
  Expect<Assignable<string, ReasoningFormat>>,
  Refuse<Equal<ReasoningFormat, string>>,
  Refuse<Assignable<ReasoningFormat, Clark.ReasoningFormat>>,
];

export const future: ReasoningFormat = "future-v9";
export const items: ReasoningItem[] = [
  { type: "reasoning.text", id: null, format: "anthropic-claude-v1", index: 0, text: "x", signature: null },
  { type: "reasoning.encrypted", format: future, data: "AA" },
  { type: "reasoning.omitted", format: "anthropic-claude-v1", signature: "s" },
  // Items that clark drops or corrupts have a type too.
  { type: "reasoning.future_kind", data: "..." },
  { type: "reasoning.text", text: "x" },
  { type: "reasoning.encrypted", format: "google-gemini-v1", data: "AA", extra: 1 },
  { type: "reasoning.encrypted", format: "google-gemini-v1", index: 4294967296 },
  { type: "reasoning.summary", format: "openai-responses-v1", summary: null },
];

/** Among the named kinds `type` alone decides. */
export function named(item: Exclude<ReasoningItem, UnknownReasoningItem>): string {
  switch (item.type) {
    case "reasoning.text": return item.text;
    case "reasoning.summary": return item.summary;
    case "reasoning.encrypted": return item.data;
    case "reasoning.redacted": return item.data;
    case "reasoning.omitted": return item.signature ?? "";
    default: {
      const rest: never = item;
      return rest;
    }
  }
}

/** With the unknown ones it does not: a text may be missing, and the compiler requires the check. */
export function checked(item: ReasoningItem): string {
  if (item.type !== "reasoning.text") return item.type;
  // @ts-expect-error not checked yet
  const hasty: string = item.text;
  return typeof item.text === "string" ? item.text : hasty;
}

// @ts-expect-error a text item has a text
export const textless: ReasoningTextItem = { type: "reasoning.text", format: "unknown" };
// @ts-expect-error an encrypted item's blob is called data
export const blob: ReasoningEncryptedItem = { type: "reasoning.encrypted", format: "unknown", text: "x" };
// @ts-expect-error an index is a number
export const index: ReasoningTextItem = { type: "reasoning.text", format: "unknown", text: "x", index: "0" };
// @ts-expect-error there is no such contract
export const contract: ReplayContract = "optional";
// @ts-expect-error no violation is not a field, not null
export const audit: ReplayAudit = { itemCount: 0, signedCount: 0, formats: [], violation: null };
// @ts-expect-error an item has a type
export const typeless: ReasoningItem = { data: "x" };

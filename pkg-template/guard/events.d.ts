// The events of a guard, which its hooks are given.
import type { SkippedFix } from "../records/index.js";
import type { Classified, RepairStep, Report, Wire } from "../records/index.js";

/** A call that a guard saw. */
export interface GuardEvent {
  /** The number of the call, in the order of the guard. Events of one call have one number. */
  readonly call: number;
  /** The address, without what may hold a key. */
  readonly url: string;
  /** The wire. */
  readonly wire: Wire;
  /** The name of the conversation, if it has one. */
  readonly conversation: string | undefined;
  /** The request as the caller gave it: text for text, else bytes. */
  readonly request: string | Uint8Array;
}

/** A request was audited. */
export interface GuardReported extends GuardEvent {
  /** The report on it. */
  readonly report: Report;
  /** How long the audit took, in milliseconds. */
  readonly ms: number;
}

/** A request was repaired, or would be in the mode `repair`. */
export interface GuardRepaired extends GuardEvent {
  /** The report on the request of the caller. */
  readonly before: Report;
  /** The report on the request that is sent. */
  readonly report: Report;
  /** The steps that were made, or would be made. */
  readonly applied: RepairStep[];
  /** The repaired request: text for text, else bytes. */
  readonly repaired: string | Uint8Array;
  /** The request that is sent: the repaired one, or the caller's in the mode `dry-run`. */
  readonly sent: string | Uint8Array;
  /** True in the mode `dry-run`: nothing was changed. */
  readonly isDryRun: boolean;
}

/** A provider refused a request, or it was blocked. */
export interface GuardRefused extends GuardEvent {
  /** The report on the request that was sent, or was to be. */
  readonly report: Report;
  /** Fixes that were not kept, because each trades one refusal for another. */
  readonly skipped?: readonly SkippedFix[] | undefined;
  /** The status. */
  readonly status: number;
  /** The error, classified; nothing if no rule is known for it, or if the request was blocked. */
  readonly classified?: Classified | undefined;
  /** True if the report said that the request would be refused: by a rule of the error, or, if it was blocked, by any rule. */
  readonly predicted: boolean;
  /** True if it was not sent at all. */
  readonly blocked: boolean;
  /** True if the request is repaired by the rule of the error and sent once more. */
  readonly retried: boolean;
}

/** A provider has answered, or could not be reached. A request that is sent once more has two of these events. */
export interface GuardAnswered extends GuardEvent {
  /** The report on the request that was sent; nothing if the audit has not ended. */
  readonly report: Report | undefined;
  /** The model that was asked, if the call names one. */
  readonly model: string | undefined;
  /** The id that the provider gave the answer, if any. */
  readonly response: string | undefined;
  /** The status; nothing if there was no answer. */
  readonly status: number | undefined;
  /** The code of the error, if there was no answer. */
  readonly error: string | undefined;
  /** The time until the provider had answered, in milliseconds: to the end of the answer. */
  readonly ms: number;
  /** How long the guard held the request before it was sent, in milliseconds. */
  readonly held: number;
  /** True if the answer broke off. */
  readonly isCut: boolean;
}

/** A store was called. One call reads or writes for many requests. */
export interface GuardStored {
  /** The kind of call. */
  readonly operation: "read" | "write" | "record";
  /** How many keys, or how many lines, it had. */
  readonly keys: number;
  /** The duration of the call, in milliseconds. */
  readonly ms: number;
  /** The error of the store, if it failed. */
  readonly error: unknown;
  /** The answers that are not in the store yet, their bytes, and how many were dropped so far because too many waited. */
  readonly queue: { readonly answers: number; readonly bytes: number; readonly dropped: number };
}

/** An answer was recorded. */
export interface GuardRecorded extends GuardEvent {
  /** The report on the request that was sent. */
  readonly report: Report;
  /** The id that the provider gave the answer, if any. */
  readonly response: string | undefined;
}

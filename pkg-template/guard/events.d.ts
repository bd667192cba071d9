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

/** A request was repaired. */
export interface GuardRepaired extends GuardEvent {
  /** The report on the request of the caller. */
  readonly before: Report;
  /** The report on the request that is sent. */
  readonly report: Report;
  /** The steps that were made. */
  readonly applied: RepairStep[];
  /** The request that is sent: text for text, else bytes. */
  readonly sent: string | Uint8Array;
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

/** An answer was recorded. */
export interface GuardRecorded extends GuardEvent {
  /** The report on the request that was sent. */
  readonly report: Report;
  /** The id that the provider gave the answer, if any. */
  readonly response: string | undefined;
}

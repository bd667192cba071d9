/** An exchange of a session: one request and its answer. */
import type { Report, Target, TurnThought, Verdict } from "rethought/slim";
import type { SessionExchange, SessionRefusal } from "rethought/slim/sessions";

/** The members of a thought of an answer that the timeline shows. */
export interface ThoughtSummary {
  readonly kind: TurnThought["kind"];
  /** Its original bytes. */
  readonly size: number;
  /** True if it has a handle, which only its provider can read. */
  readonly signed: boolean;
  readonly complete: boolean;
}

export interface Exchange {
  readonly nth: number;
  /** The record of the core, with the bodies as recorded. */
  readonly record: SessionExchange;
  /** The name of its conversation. */
  readonly conversation: string;
  /** The known members of the target of the request. */
  readonly target: Target;
  /** The body of the answer; for a stream, the body that its events add up to. */
  readonly answer: Uint8Array | undefined;
  /** False if the answer is a stream that was cut off. */
  readonly ended: boolean;
  /** The model that the answer names, or else the one that the request asked for. */
  readonly model: string | undefined;
  /** Who issued the reasoning of the answer: the vendor, or vendor and surface. */
  readonly issuer: string | undefined;
  readonly thoughts: readonly ThoughtSummary[];
  readonly calls: number;
  /** The size of the request before it, if the agent replaced the messages of its conversation here: a compaction, or a new beginning. */
  readonly compactedFrom: number | undefined;
  /** The error that the provider answered with. */
  readonly refusal: SessionRefusal | undefined;
  /** The audit of the request. */
  readonly report: Report | undefined;
  /** The reason why a part of it could not be read. */
  readonly trouble: string | undefined;
}

/** The verdict on what happened to the request, or why there is none. `notes`: there are findings that only advise. */
export type ExchangeVerdict = Verdict | "notes" | "answer only" | "unreadable";

/** The core's verdict on what happened: an answered request is never rejected. */
export function verdictOf({ record, report, trouble }: Exchange): ExchangeVerdict {
  if (record.verdict) return record.verdict === "accepted" && report?.findings.length ? "notes" : record.verdict;
  return trouble ? "unreadable" : "answer only";
}

/** True if the audit predicts a refusal of a request that the provider answered: the file lacks or masks something that the provider had. */
export const isContradicted = ({ record, report }: Exchange): boolean => record.outcome === "answered" && (report?.verdict === "rejected" || report?.verdict === "likely rejected");

/** The verdicts, the most severe first. */
export const VERDICTS: readonly Verdict[] = ["rejected", "likely rejected", "unknown", "degraded", "accepted"];

/** An exchange of a session: one request and its answer. */
import type { Classified, Finding, Report, Target, TranscriptExchange, TurnThought, Verdict } from "rethought/slim";

/** The members of a thought of an answer that the timeline shows. */
export interface ThoughtSummary {
  readonly kind: TurnThought["kind"];
  /** Its original bytes. */
  readonly size: number;
  /** True if it has a handle, which only its provider can read. */
  readonly signed: boolean;
  readonly complete: boolean;
}

/** An error that the provider answered with. */
export interface Refusal {
  readonly text: string;
  /** The rules that the error may be about. Absent if no rule matches it. */
  readonly about: Classified | undefined;
}

export interface Exchange {
  readonly nth: number;
  /** The record of the transcript, with the bodies as recorded. */
  readonly record: TranscriptExchange;
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
  readonly refusal: Refusal | undefined;
  /** The audit of the request. A turn of a very long session has none until somebody chooses it. */
  report: Report | undefined;
  /** The verdict on this turn by the audit of the last request of the conversation, for exchanges without a report. */
  verdictFromLater: Verdict | undefined;
  /** The reason why a part of it could not be read. */
  trouble: string | undefined;
}

/** The verdict on the request, or why there is none. `notes`: it is accepted, and there are findings that only advise. */
export type ExchangeVerdict = Verdict | "notes" | "not audited" | "answer only" | "unreadable";

/** A later request without problems does not clear this one: it is then not audited. */
export function verdictOf(exchange: Exchange): ExchangeVerdict {
  if (exchange.report) return exchange.report.verdict === "accepted" && exchange.report.findings.length ? "notes" : exchange.report.verdict;
  if (exchange.verdictFromLater && exchange.verdictFromLater !== "accepted") return exchange.verdictFromLater;
  if (exchange.trouble) return "unreadable";
  return exchange.record.request || exchange.record.added ? "not audited" : "answer only";
}

/** True if the exchange has a request that was not audited yet. */
export const needsAudit = ({ report, trouble, record }: Exchange): boolean => !report && !trouble && !!(record.request || record.added);

/** The verdicts, the most severe first. */
export const VERDICTS: readonly Verdict[] = ["rejected", "likely rejected", "unknown", "degraded", "accepted"];

/** Returns the most severe of the verdicts that the core gave to findings. */
export function gravestVerdict(findings: readonly Finding[]): Verdict {
  return VERDICTS.find((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? "accepted";
}

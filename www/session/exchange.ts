/** What a session is made of, as the views see it. */
import type { Classified, Finding, Report, Target, TranscriptExchange, TurnThought, Verdict } from "rethought/slim";

/** A thought of an answer, as much of it as the timeline shows. */
export interface Mark {
  readonly kind: TurnThought["kind"];
  /** Bytes, as received. */
  readonly size: number;
  /** Whether it has a handle that only its issuer reads. */
  readonly signed: boolean;
  readonly complete: boolean;
}

/** What the provider answered instead of a turn. */
export interface Refusal {
  readonly text: string;
  /** The rule that it is about, if it is about reasoning at all. */
  readonly about: Classified | undefined;
}

/** One request and its answer, as far as they are known. */
export interface Exchange {
  readonly nth: number;
  /** What the transcript says of it, with the bodies as recorded. */
  readonly record: TranscriptExchange;
  /** The conversation that it is part of. */
  readonly conversation: string;
  /** Where it went, as far as the transcript says. */
  readonly target: Target;
  /** The body that answered; of a stream, the one that it came to. */
  readonly answer: Uint8Array | undefined;
  /** Whether a stream said that it is over. */
  readonly ended: boolean;
  /** The model that answered, as it names itself, or else the one that was asked. */
  readonly model: string | undefined;
  /** Who issued what is in the answer: vendor, or surface and vendor. */
  readonly issuer: string | undefined;
  readonly marks: readonly Mark[];
  readonly calls: number;
  readonly refusal: Refusal | undefined;
  /** The audit of its request against everything before it; not yet, for a turn of a very long session that nobody has looked at. */
  report: Report | undefined;
  /** In place of an audit of its own: what that of the last request of the conversation says of this turn. */
  within: Verdict | undefined;
  /** Why a part of it could not be read, as a sentence. */
  trouble: string | undefined;
}

/** What is to be thought of an exchange at a glance. */
export type Standing = Verdict | "not audited" | "answer only" | "unreadable";

export function standingOf(exchange: Exchange): Standing {
  if (exchange.report) return exchange.report.verdict;
  if (exchange.within) return exchange.within;
  if (exchange.trouble) return "unreadable";
  return exchange.record.request || exchange.record.added ? "not audited" : "answer only";
}

/** The verdict that findings come to. */
export function worst(findings: readonly Finding[]): Verdict {
  const has = (severity: string) => findings.some((finding) => finding.severity === severity);
  if (findings.some(({ severity, evidence }) => severity === "reject" && evidence !== "reported")) return "rejected";
  return has("reject") ? "likely rejected" : has("degrade") ? "degraded" : "accepted";
}

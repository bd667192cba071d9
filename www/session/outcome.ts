/** The provider's outcome for a request, and the rule that its refusal is about. The audit predicts; only the provider decides. */
import type { Finding } from "rethought/slim";
import type { Exchange } from "./exchange";

/** `refused`: an error about the request. `failed`: an error of another kind, such as an overload. */
export type Outcome = Exchange["record"]["outcome"];

/** The outcomes, the worst first. */
export const OUTCOMES: readonly Outcome[] = ["refused", "failed", "no answer", "answered"];

export const outcomeOf = ({ record }: Exchange): Outcome => record.outcome;

/** Finds the finding that predicted the refusal. Several rules may predict the same error. */
export function findPrediction({ refusal, report }: Exchange): Finding | undefined {
  const about = refusal?.about;
  if (!about?.rule || !report) return undefined;
  return report.findings.find(({ rule }) => rule === about.rule) ?? report.findings.find(({ rule }) => about.others.includes(rule));
}

/** The rule that the refusal is about: the one that predicted it, or else the likeliest. Every view names the same one. */
export const ruleOfRefusal = (exchange: Exchange): string | undefined => findPrediction(exchange)?.rule ?? exchange.refusal?.about?.rule;

/** True if the provider refused the request and no finding predicted a refusal. */
export const isUnpredicted = (exchange: Exchange): boolean => outcomeOf(exchange) === "refused" && !exchange.report?.findings.some(({ verdict }) => verdict === "rejected" || verdict === "likely rejected");

/** Predictions and outcomes in words. A prediction never says "accepted": only the provider accepts. */
import { type Tone, toneOf } from "./icons";
import { type Exchange, type ExchangeVerdict, verdictOf } from "./session/exchange";
import { type Outcome, outcomeOf } from "./session/outcome";

export const PREDICTION_TEXTS: Readonly<Record<ExchangeVerdict, string>> = {
  rejected: "will be refused",
  "likely rejected": "will probably be refused",
  unknown: "not checked",
  degraded: "reasoning is lost",
  notes: "only notes",
  accepted: "no problems found",
  unreadable: "could not be audited",
  "answer only": "no request recorded",
};

export const OUTCOME_TEXTS: Readonly<Record<Outcome, string>> = { refused: "refused", failed: "failed", answered: "answered", "no answer": "no answer recorded" };

const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = { refused: "reject", failed: "degrade", answered: "fine", "no answer": "none" };

export const toneOfOutcome = (outcome: Outcome): Tone => OUTCOME_TONES[outcome];

/** The tone of the prediction for an exchange. A request that the provider refused is never shown as fine. */
export function toneOfPrediction(exchange: Exchange): Tone {
  const tone = toneOf(verdictOf(exchange));
  return tone === "fine" && outcomeOf(exchange) === "refused" ? "none" : tone;
}

/** From bad to good. */
const RANKS: readonly Tone[] = ["reject", "degrade", "advice", "none", "fine"];

export const worseTone = (one: Tone, other: Tone): Tone => (RANKS.indexOf(other) < RANKS.indexOf(one) ? other : one);

/** Returns the tone of an exchange for a single icon: the worse of prediction and outcome. An answer does not replace a missing prediction. */
export function toneOfExchange(exchange: Exchange): Tone {
  const outcome = outcomeOf(exchange);
  const prediction = toneOfPrediction(exchange);
  return outcome === "refused" || outcome === "failed" ? worseTone(prediction, toneOfOutcome(outcome)) : prediction;
}

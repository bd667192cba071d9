/**
 * The head of an exchange: its number, the model that answered, the prediction for its request and the provider's outcome. A click chooses the
 * exchange.
 */
import "./exchange-head.css";
import { plural, timeOfDay } from "../../format";
import { Chip } from "../../icons";
import { type Exchange, verdictOf } from "../../session/exchange";
import { outcomeOf } from "../../session/outcome";
import { chosenIndex } from "../../state";
import { OUTCOME_TEXTS, PREDICTION_TEXTS, toneOfOutcome, toneOfPrediction } from "../../verdict-words";
import { goToExchange } from "./navigation";

export function ExchangeHead({ exchange }: { exchange: Exchange }) {
  const { nth, record, model, issuer, ended } = exchange;
  const isChosen = chosenIndex.value === nth;
  const verdict = verdictOf(exchange);
  const outcome = outcomeOf(exchange);
  const findings = exchange.report?.findings.length ?? 0;
  return (
    <button class="exchange-head" id={`exchange-${nth}`} aria-pressed={isChosen} onClick={() => goToExchange(nth)}>
      <span class="exchange-number">
        <span class="unseen">Exchange </span>
        {nth + 1}
      </span>
      {model && <span class="exchange-model">{model}</span>}
      {issuer && <span class="soft">{issuer}</span>}
      <span class="exchange-facts">
        {!ended && (
          <span class="chip" data-tone="degrade">
            cut off
          </span>
        )}
        {findings > 0 && <span class="soft">{plural(findings, "finding")}</span>}
        <span class="exchange-prediction" title="Our prediction for the request">
          <span class="unseen">Prediction: </span>
          <Chip tone={toneOfPrediction(exchange)}>{PREDICTION_TEXTS[verdict]}</Chip>
        </span>
        <span class="exchange-outcome" data-outcome={outcome} title="The provider's answer">
          <span class="unseen">Provider: </span>
          <Chip tone={toneOfOutcome(outcome)}>
            {OUTCOME_TEXTS[outcome]}
            {record.status !== undefined && ` ${record.status}`}
          </Chip>
        </span>
        {record.time && <time class="soft">{timeOfDay(record.time)}</time>}
      </span>
    </button>
  );
}


/** The columns of the timeline: one for each exchange, or for several if there is no room for each. */
import { formatNumber, formatSize, plural } from "../../format";
import type { Tone } from "../../icons";
import { type Exchange, type ThoughtSummary, verdictOf } from "../../session/exchange";
import { type Outcome, OUTCOMES, outcomeOf } from "../../session/outcome";
import { OUTCOME_TEXTS, PREDICTION_TEXTS, toneOfExchange, toneOfPrediction, worseTone } from "../../verdict-words";

export interface Column {
  /** The first exchange, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly thoughts: readonly ThoughtSummary[];
  /** The worst of its predictions, in words. */
  readonly prediction: string;
  /** The worst of its outcomes. */
  readonly outcome: Outcome;
  /** The worst of both. */
  readonly tone: Tone;
}

/** Exchanges in a row with the same model, within one conversation. */
export interface ModelSpan {
  readonly from: number;
  /** The model and its issuer; empty if they are those of the span before. */
  readonly label: string;
  /** True if a new conversation begins here. */
  readonly startsConversation: boolean;
  /** The first exchange of the next span that has a label; for the last one, the number of exchanges. */
  readonly labelEnd: number;
}

/** Makes columns of `perColumn` exchanges each. */
export function makeColumns(exchanges: readonly Exchange[], perColumn: number): Column[] {
  const columns: Column[] = [];
  for (let from = 0; from < exchanges.length; from += perColumn) {
    const group = exchanges.slice(from, from + perColumn);
    const worst = group.reduce((one, other) => (worseTone(toneOfPrediction(one), toneOfPrediction(other)) === toneOfPrediction(one) ? one : other));
    const outcomes = group.map(outcomeOf);
    columns.push({
      from,
      to: from + group.length,
      thoughts: group.flatMap(({ thoughts }) => thoughts),
      prediction: PREDICTION_TEXTS[verdictOf(worst)],
      outcome: OUTCOMES.find((outcome) => outcomes.includes(outcome)) ?? "no answer",
      tone: group.map(toneOfExchange).reduce(worseTone),
    });
  }
  return columns;
}

/** Finds the places where the model changes or a new conversation begins. */
export function findModelSpans(exchanges: readonly Exchange[]): ModelSpan[] {
  const spans: Omit<ModelSpan, "labelEnd">[] = [];
  const seen = new Set<string>();
  let last: string | undefined;
  for (const exchange of exchanges) {
    const { nth, conversation } = exchange;
    const label = exchange.model ?? last ?? "model unknown";
    const startsConversation = nth > 0 && !seen.has(conversation);
    if (nth === 0 || startsConversation || label !== last) spans.push({ from: nth, label: label === last ? "" : labelOf(exchange, label), startsConversation });
    seen.add(conversation);
    last = label;
  }
  return withLabelEnds(spans, exchanges.length);
}

/**
 * Goes backwards once. Searching for the next label from each span would take quadratic time: every conversation begins a span, and most have no
 * label.
 */
export function withLabelEnds(spans: readonly Omit<ModelSpan, "labelEnd">[], count: number): ModelSpan[] {
  let next = count;
  const ended = spans.toReversed().map((span) => {
    const labelEnd = next;
    if (span.label) next = span.from;
    return { ...span, labelEnd };
  });
  return ended.reverse();
}

const labelOf = ({ issuer }: Exchange, model: string): string => (issuer ? `${model} · ${issuer}` : model);

/** Returns the size of the largest thought. There may be more thoughts than the maximum number of arguments. */
export const largestSize = (thoughts: readonly ThoughtSummary[]): number => thoughts.reduce((largest, { size }) => Math.max(largest, size), 0);

/** Describes a column in a sentence. */
export function describeColumn(exchanges: readonly Exchange[], { from, to, thoughts, prediction, outcome }: Column): string {
  const isOne = to - from === 1;
  const largest = largestSize(thoughts);
  const facts = [
    isOne ? `Exchange ${formatNumber(from + 1)} of ${exchanges.length}` : `Exchanges ${formatNumber(from + 1)}–${formatNumber(to)} of ${exchanges.length}`,
    exchanges[from]?.model ?? "model unknown",
    isOne ? prediction : `worst: ${prediction}`,
    `provider: ${OUTCOME_TEXTS[outcome]}`,
  ];
  facts.push(thoughts.length ? plural(thoughts.length, "thought") : "no thoughts");
  if (largest > 0) facts.push(`largest ${formatSize(largest)}`);
  return facts.join(", ");
}

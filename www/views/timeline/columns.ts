/** What the strip draws: a column for each exchange, or for some of them where there is no room for each. */
import { sizeOf } from "../../figures";
import { type Tone, toneOf } from "../../icons";
import { type Exchange, type Mark, type Standing, standingOf } from "../../session/exchange";
import { counted, filled, words } from "../../words";

export interface Column {
  /** Its exchanges, the last one exclusive. */
  readonly from: number;
  readonly to: number;
  readonly marks: readonly Mark[];
  /** The worst of its verdicts. */
  readonly standing: Standing;
  readonly tone: Tone;
}

/** A stretch with one model, or of another conversation. */
export interface Stretch {
  readonly from: number;
  readonly label: string;
  /** Whether a conversation begins with it. */
  readonly begins: boolean;
}

/** From bad to good. */
const RANKS: readonly Tone[] = ["reject", "degrade", "advice", "none", "fine"];

/** Columns of so many exchanges each. */
export function columnsOf(exchanges: readonly Exchange[], each: number): Column[] {
  const columns: Column[] = [];
  for (let from = 0; from < exchanges.length; from += each) {
    const some = exchanges.slice(from, from + each);
    const worst = some.map(standingOf).reduce((one, other) => (RANKS.indexOf(toneOf(other)) < RANKS.indexOf(toneOf(one)) ? other : one));
    columns.push({ from, to: from + some.length, marks: some.flatMap(({ marks }) => marks), standing: worst, tone: toneOf(worst) });
  }
  return columns;
}

/** Where the model changes, and where a conversation begins that has none before it. */
export function stretchesOf(exchanges: readonly Exchange[]): Stretch[] {
  const stretches: Stretch[] = [];
  const seen = new Set<string>();
  let last: string | undefined;
  for (const exchange of exchanges) {
    const { nth, conversation } = exchange;
    const label = exchange.model ?? last ?? words.timeline.unnamed;
    const begins = nth > 0 && !seen.has(conversation);
    if (nth === 0 || begins || label !== last) stretches.push({ from: nth, label: label === last ? "" : labelOf(exchange, label), begins });
    seen.add(conversation);
    last = label;
  }
  return stretches;
}

const labelOf = ({ issuer }: Exchange, model: string): string => (issuer ? `${model} · ${issuer}` : model);

/** A column in a sentence. */
export function saidOf(exchanges: readonly Exchange[], { from, to, marks, standing }: Column): string {
  const [all, first] = [String(exchanges.length), exchanges[from]];
  const isOne = to - from === 1;
  const largest = Math.max(0, ...marks.map(({ size }) => size));
  const thoughts = marks.length ? counted(words.timeline.thoughts, marks.length) : words.timeline.noThoughts;
  return [
    isOne ? filled(words.timeline.exchange, from + 1, all) : filled(words.timeline.exchanges, from + 1, to, all),
    first?.model ?? words.timeline.unnamed,
    isOne ? standing : filled(words.timeline.worst, standing),
    exchanges.slice(from, to).some(({ refusal }) => refusal) ? words.timeline.refused : "",
    largest > 0 ? `${thoughts}, ${filled(words.timeline.largest, sizeOf(largest))}` : thoughts,
  ].filter(Boolean).join(", ");
}

/** What the strip draws: a column for each exchange, or for some of them where there is no room for each. */
import { type Tone, toneOf } from "../../icons";
import { type Exchange, type Mark, type Standing, standingOf } from "../../session/exchange";
import { filled, words } from "../../words";
import { modelOf } from "../talk/model";
import { counted, sizeOf } from "../talk/size";

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
    const label = modelOf(exchange) ?? last ?? words.timeline.unnamed;
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
  const [is, all, first] = [words.timeline, String(exchanges.length), exchanges[from]];
  const isOne = to - from === 1;
  const verdict = words.talk.standing[standing];
  const largest = Math.max(0, ...marks.map(({ size }) => size));
  const thoughts = marks.length ? counted(marks.length, is.thoughts) : is.noThoughts;
  return [
    isOne ? filled(is.exchange, String(from + 1), all) : filled(is.exchanges, String(from + 1), String(to), all),
    (first && modelOf(first)) ?? is.unnamed,
    isOne ? verdict : filled(is.worst, verdict),
    exchanges.slice(from, to).some(({ refusal }) => refusal) ? is.refused : "",
    largest > 0 ? `${thoughts}, ${filled(is.largest, sizeOf(largest))}` : thoughts,
  ].filter(Boolean).join(", ");
}

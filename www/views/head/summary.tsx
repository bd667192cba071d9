/** The counts of exchanges and thoughts, and the number of exchanges by prediction and by outcome. */
import "./summary.css";
import { formatNumber } from "../../format";
import { type Tone, ToneIcon } from "../../icons";
import { type Exchange, type ExchangeVerdict, VERDICTS, verdictOf } from "../../session/exchange";
import { OUTCOMES, outcomeOf } from "../../session/outcome";
import { chooseExchange, chosenIndex, exchanges } from "../../state";
import { OUTCOME_TEXTS, PREDICTION_TEXTS, toneOfOutcome, toneOfPrediction, worseTone } from "../../verdict-words";
import { SkippedLines } from "./skipped-lines";

/** The predictions in the order of their chips. */
const PREDICTIONS: readonly ExchangeVerdict[] = [...VERDICTS.slice(0, -1), "notes", "accepted", "unreadable", "answer only"];

export function Summary() {
  const all = exchanges.value;
  const thoughts = all.flatMap((exchange) => exchange.thoughts);
  return (
    <div class="head-summary">
      <p class="head-counts">
        <Count count={all.length} noun={all.length === 1 ? "exchange" : "exchanges"} />
        <Count count={thoughts.length} noun={thoughts.length === 1 ? "thought" : "thoughts"} />
        <Count count={thoughts.filter(({ signed }) => signed).length} noun="signed" />
      </p>
      <Counts name="Prediction" kind="verdict" all={all} keys={PREDICTIONS} keyOf={verdictOf} texts={PREDICTION_TEXTS} toneOf={(group) => group.map(toneOfPrediction).reduce(worseTone)} />
      <Counts name="Provider" kind="outcome" all={all} keys={OUTCOMES} keyOf={outcomeOf} texts={OUTCOME_TEXTS} toneOf={([first]) => toneOfOutcome(outcomeOf(first))} />
      <SkippedLines />
    </div>
  );
}

type Group = readonly [Exchange, ...Exchange[]];

interface CountsProps<Key extends string> {
  name: string;
  /** The attribute of the chips that has the key: `data-verdict` or `data-outcome`. */
  kind: "verdict" | "outcome";
  all: readonly Exchange[];
  /** The keys in the order of their chips. */
  keys: readonly Key[];
  keyOf: (exchange: Exchange) => Key;
  texts: Readonly<Record<Key, string>>;
  toneOf: (group: Group) => Tone;
}

/** The number of exchanges for each key. Each leads to the next exchange of its key. */
function Counts<Key extends string>({ name, kind, all, keys, keyOf, texts, toneOf }: CountsProps<Key>) {
  const groups = new Map<Key, [Exchange, ...Exchange[]]>();
  for (const exchange of all) {
    const group = groups.get(keyOf(exchange));
    if (group) group.push(exchange);
    else groups.set(keyOf(exchange), [exchange]);
  }
  return (
    <p class="head-group" role="group" aria-label={name}>
      <span class="soft">{name}</span>
      {keys.map((key) => {
        const group = groups.get(key);
        return group && <CountButton key={key} mark={{ [`data-${kind}`]: key }} text={texts[key]} tone={toneOf(group)} group={group} />;
      })}
    </p>
  );
}

const Count = ({ count, noun }: { count: number; noun: string }) => (
  <span>
    <b>{formatNumber(count)}</b> {noun}
  </span>
);

/** A chip that leads to the next exchange of its group, and from the last to the first. */
function CountButton({ mark, text, tone, group }: { mark: Record<string, string>; text: string; tone: Tone; group: Group }) {
  const goToNext = () => chooseExchange((group.find(({ nth }) => nth > chosenIndex.value) ?? group[0]).nth);
  return (
    <button class="chip" data-tone={tone} {...mark} title="Go to the next one" onClick={goToNext}>
      <ToneIcon tone={tone} />
      {formatNumber(group.length)} {text}
    </button>
  );
}

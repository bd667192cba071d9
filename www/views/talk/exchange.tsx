/** One exchange: its head, what is new in its request, and what came back. */
import "./exchange.css";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Turn } from "rethought/slim";
import { sizeOf } from "../../figures";
import { Shape } from "../../icons";
import type { Exchange, Refusal } from "../../session/exchange";
import { chosen } from "../../state";
import { filled, words } from "../../words";
import { Clamped } from "./clamped";
import { Entries } from "./entries";
import { FateChip, toneOfFate } from "./fate";
import { ExchangeHead } from "./head";
import { PartView } from "./part";
import type { Reading, Readings } from "./reading";
import { laid, laterThan, shown } from "./view";

/** About how high it will be, by what is known at a glance. */
export function estimateOf({ marks, calls, refusal }: Exchange): number {
  return 210 + marks.length * 84 + calls * 76 + (refusal ? 90 : 0);
}

export function ExchangeRow({ nth, readings }: { nth: number; readings: Readings }) {
  const [exchange, later] = [shown.value[nth], laterThan(nth)];
  const reading = readings.of(nth).value;
  const [asked, setAsked] = useState(false);
  useEffect(() => readings.want(nth, later, asked), [later.join(), asked]);
  useEffect(() => () => readings.leave(nth), []);
  // What became of what is said without a change of height, and has lines to be drawn.
  useEffect(() => void laid.value++, [reading]);
  if (!exchange) return null;
  const waits = reading.stage === "none";
  return (
    <article class="exchange" aria-posinset={nth + 1} aria-setsize={shown.value.length} aria-labelledby={`exchange-${nth}`} aria-busy={waits} aria-current={chosen.value === nth ? "true" : undefined}>
      <ExchangeHead exchange={exchange} />
      <div class="exchange-body" style={waits ? { minHeight: `${estimateOf(exchange) - 36}px` } : undefined}>
        {waits ? <p class="soft exchange-note">{words.talk.reading}</p> : <Bodies exchange={exchange} reading={reading} ask={() => setAsked(true)} />}
      </div>
    </article>
  );
}

function Bodies({ exchange, reading, ask }: { exchange: Exchange; reading: Reading; ask: () => void }) {
  const { record, refusal, nth } = exchange;
  const trouble = exchange.trouble ?? reading.trouble;
  const { history, turn, large } = reading;
  return (
    <>
      {trouble && <Note>{filled(words.talk.unreadable, trouble)}</Note>}
      {large && <Note>{filled(words.talk.large, sizeOf(large))} <button onClick={ask}>{words.talk.read}</button></Note>}
      {history && <Entries nth={nth} history={history} reading={reading} />}
      {!record.request && !record.added && !record.opening && <Note>{words.talk.answerOnly}</Note>}
      {turn && <Answer nth={nth} turn={turn} reading={reading} />}
      {refusal && <Refused refusal={refusal} />}
      {!record.response && !record.stream && <Note>{words.talk.requestOnly}</Note>}
    </>
  );
}

const Note = ({ children }: { children: ComponentChildren }) => <p class="soft exchange-note">{children}</p>;

function Answer({ nth, turn, reading }: { nth: number; turn: Turn; reading: Reading }) {
  if (!turn.parts.length) return <Note>{words.talk.noParts}</Note>;
  return (
    <div class="entry answer">
      <span class="entry-role">{words.talk.answer}</span>
      <div class="entry-parts">
        {turn.parts.map((part, index) => {
          const fates = reading.fates.get(index) ?? [];
          // Of a text that is empty there is nothing to follow.
          const ties = fates.filter(({ next, pointer }) => next === chosen.value && pointer !== undefined && part.text !== "").map((fate) => `${fate.next} ${fate.pointer} ${toneOfFate(fate)}`);
          return (
            <PartView key={index} part={part} among={turn.parts} name={(other) => `${nth} answer ${turn.parts.indexOf(other)}`} ties={ties}>
              {fates.map((fate) => <FateChip key={fate.next} fate={fate} />)}
            </PartView>
          );
        })}
      </div>
    </div>
  );
}

function Refused({ refusal: { text, about } }: { refusal: Refusal }) {
  const [before, after] = words.talk.rule.split("{0}");
  return (
    <div class="entry answer">
      <span class="entry-role">{words.talk.answer}</span>
      <div class="refusal">
        <p class="refusal-head">
          <Shape tone="reject" />
          {words.talk.refusal}
        </p>
        <Clamped text={text} />
        <p class="soft refusal-rule">{about ? <>{before}<code>{about.rule}</code>{after}</> : words.talk.noRule}</p>
      </div>
    </div>
  );
}

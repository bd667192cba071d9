/** The line above an exchange: which one it is, who answered, and how its request stands. It chooses the exchange. */
import "./head.css";
import { Chip, toneOf } from "../../icons";
import { type Exchange, standingOf } from "../../session/exchange";
import { chosen, report } from "../../state";
import { counted, words } from "../../words";
import { visit } from "./view";

export function ExchangeHead({ exchange }: { exchange: Exchange }) {
  const { nth, record, model, issuer, ended } = exchange;
  const isChosen = chosen.value === nth;
  // Looked at, what was not audited yet is audited; that is told by the report alone.
  if (isChosen) void report.value;
  const standing = standingOf(exchange);
  const found = exchange.report?.findings.length ?? 0;
  return (
    <button class="exchange-head" id={`exchange-${nth}`} aria-pressed={isChosen} onClick={() => visit(nth)}>
      <span class="exchange-number">
        <span class="unseen">{words.talk.exchangeName} </span>
        {nth + 1}
      </span>
      {model && <span class="exchange-model">{model}</span>}
      {issuer && <span class="soft">{issuer}</span>}
      <span class="exchange-facts">
        {!ended && <span class="chip" data-tone="degrade">{words.talk.streamed}</span>}
        {found > 0 && <span class="soft">{counted(words.talk.findings, found)}</span>}
        <Chip tone={toneOf(standing)}>{standing}</Chip>
        {record.status !== undefined && <span class={record.status >= 400 ? "exchange-status" : "soft"}><span class="unseen">{words.talk.status} </span>{record.status}</span>}
        {record.time && <time class="soft">{clockOf(record.time)}</time>}
      </span>
    </button>
  );
}

/** The time of day as it is written there; what is written otherwise, as it is. */
const clockOf = (time: string): string => /^\d{4}-\d\d-\d\d[T ](\d\d:\d\d:\d\d)/.exec(time)?.[1] ?? time.slice(0, 24);

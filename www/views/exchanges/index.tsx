/** All exchanges as a list, by conversation, with a filter and a search. */
import "./exchanges.css";
import { signal } from "@preact/signals";
import { dayAndTime, formatNumber, plural } from "../../format";
import { Chip, ToneIcon } from "../../icons";
import { type Exchange, verdictOf } from "../../session/exchange";
import { outcomeOf } from "../../session/outcome";
import { chosenIndex, exchange as chosenExchange, opened, showsPanel } from "../../state";
import { OUTCOME_TEXTS, PREDICTION_TEXTS, toneOfExchange, toneOfOutcome, toneOfPrediction, worseTone } from "../../verdict-words";
import { MoreButton } from "../audit/section";
import { goToExchange } from "../conversation/navigation";
import { type ConversationGroup, conversationCount, type FilterName, FILTERS, filter, found, groups, isNarrowed, names, query } from "./state";

/** The number of conversations, and of exchanges of one, to list at first. */
const PAGE_SIZE = 100;

export function Exchanges() {
  const shown = groups.value;
  return (
    <div class="exchanges">
      <Tools />
      <p class="exchanges-count soft" role="status">
        {describeCount(shown)}
      </p>
      {conversationCount.value > 1 ? <Conversations shown={shown} /> : shown[0] && <Rows group={shown[0]} />}
    </div>
  );
}

function Tools() {
  return (
    <div class="exchanges-tools" role="search">
      <input type="search" aria-label="Search all exchanges" placeholder="Search all exchanges" value={query.value} onInput={(event) => (query.value = event.currentTarget.value)} />
      <select aria-label="Filter" value={filter.value} onChange={(event) => (filter.value = event.currentTarget.value as FilterName)}>
        {Object.entries(FILTERS).map(([name, { text }]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function describeCount(shown: readonly ConversationGroup[]): string {
  const count = shown.reduce((sum, group) => sum + group.shown.length, 0);
  const all = opened.value?.session.exchanges.length ?? 0;
  const conversations = conversationCount.value > 1 ? ` in ${plural(shown.length, "conversation")}` : "";
  if (found.value && !found.value.isDone) return `${plural(count, "exchange")}${conversations} so far. Searching …`;
  if (!isNarrowed.value) return `${plural(count, "exchange")}${conversations}`;
  return count ? `${formatNumber(count)} of ${plural(all, "exchange")}${conversations}` : "No exchange matches.";
}

/** The number of listed conversations of a transcript. */
const listed = signal<{ transcript: unknown; count: number }>({ transcript: undefined, count: PAGE_SIZE });

function Conversations({ shown }: { shown: readonly ConversationGroup[] }) {
  const count = listed.value.transcript === opened.value ? listed.value.count : PAGE_SIZE;
  return (
    <>
      {shown.slice(0, count).map((group) => (
        <Conversation key={group.id} group={group} />
      ))}
      <MoreButton left={shown.length - count} pageSize={PAGE_SIZE} onMore={(more) => (listed.value = { transcript: opened.value, count: count + more })} />
    </>
  );
}

function Conversation({ group }: { group: ConversationGroup }) {
  const { id, number, shown, all } = group;
  const hasChosen = chosenExchange.value?.conversation === id;
  const tone = all.map(toneOfExchange).reduce(worseTone);
  return (
    <details class="exchanges-conversation" open={hasChosen || isNarrowed.value}>
      <summary data-tone={tone}>
        <ToneIcon tone={tone} />
        <strong>{names.value.get(id) ?? `Conversation ${formatNumber(number)}`}</strong>
        <span class="soft">
          {shown.length < all.length && `${formatNumber(shown.length)} of `}
          {plural(all.length, "exchange")}
          {all[0]?.record.time && ` · ${dayAndTime(all[0].record.time)}`}
        </span>
      </summary>
      <Rows group={group} />
    </details>
  );
}

/** The number of listed exchanges of a conversation. */
const rowsOf = signal<ReadonlyMap<string, number>>(new Map());

function Rows({ group: { id, shown } }: { group: ConversationGroup }) {
  const count = rowsOf.value.get(id) ?? PAGE_SIZE;
  return (
    <>
      <ol class="exchanges-rows">
        {shown.slice(0, count).map((exchange) => (
          <Row key={exchange.nth} exchange={exchange} />
        ))}
      </ol>
      <MoreButton left={shown.length - count} pageSize={PAGE_SIZE} onMore={(more) => (rowsOf.value = new Map(rowsOf.value).set(id, count + more))} />
    </>
  );
}

function Row({ exchange }: { exchange: Exchange }) {
  const { nth, model, record, thoughts, calls } = exchange;
  const outcome = outcomeOf(exchange);
  const match = found.value?.matches.get(nth);
  const show = () => {
    goToExchange(nth);
    // A narrow page shows either the list or the conversation.
    showsPanel.value = false;
  };
  const facts = [model, thoughts.length && plural(thoughts.length, "thought"), calls && plural(calls, "call"), record.time && dayAndTime(record.time)].filter(Boolean);
  return (
    <li>
      <button class="exchanges-row" aria-current={chosenIndex.value === nth ? "true" : undefined} onClick={show}>
        <span class="exchanges-number">
          <span class="unseen">Exchange </span>
          {formatNumber(nth + 1)}
        </span>
        <span class="exchanges-chips">
          <Chip tone={toneOfPrediction(exchange)}>{PREDICTION_TEXTS[verdictOf(exchange)]}</Chip>
          <Chip tone={toneOfOutcome(outcome)}>
            {OUTCOME_TEXTS[outcome]}
            {record.status !== undefined && ` ${record.status}`}
          </Chip>
        </span>
        <span class="soft exchanges-facts">{facts.join(" · ")}</span>
        {match?.found && (
          <span class="exchanges-match">
            …{match.before}
            <mark>{match.found}</mark>
            {match.after}…
          </span>
        )}
      </button>
    </li>
  );
}


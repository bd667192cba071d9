/** One exchange: its head, the new messages of its request, and the answer. */
import "./exchange.css";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatSize } from "../../format";
import type { Exchange } from "../../session/exchange";
import { chosenIndex, exchanges } from "../../state";
import { Answer, RefusedAnswer } from "./answer";
import type { DetailsReader, ExchangeDetails } from "./details";
import { ExchangeHead } from "./exchange-head";
import { Messages } from "./messages";
import { laterRequestsOf, layoutCount } from "./navigation";

/** Estimates the height of an exchange that was never shown, in pixels. */
export function estimateHeight({ thoughts, calls, refusal }: Exchange): number {
  return 210 + thoughts.length * 84 + calls * 76 + (refusal ? 90 : 0);
}

export function ExchangeRow({ nth, reader }: { nth: number; reader: DetailsReader }) {
  const exchange = exchanges.value[nth];
  const laterRequests = laterRequestsOf(nth);
  const details = reader.detailsOf(nth).value;
  const [readLarge, setReadLarge] = useState(false);
  useEffect(() => reader.request(nth, laterRequests, readLarge), [laterRequests.join(), readLarge]);
  useEffect(() => () => reader.release(nth), []);
  // New fates need connectors even if no height changed.
  useEffect(() => {
    layoutCount.value++;
  }, [details]);
  if (!exchange) return null;
  const isUnread = details.stage === "none";
  return (
    <article class="exchange" aria-posinset={nth + 1} aria-setsize={exchanges.value.length} aria-labelledby={`exchange-${nth}`} aria-busy={isUnread} aria-current={chosenIndex.value === nth ? "true" : undefined}>
      {exchange.compactedFrom !== undefined && (
        <p class="exchange-compaction">
          Compacted here: earlier messages are no longer sent. {formatSize(exchange.compactedFrom)} became {formatSize(exchange.record.size)}.
        </p>
      )}
      <ExchangeHead exchange={exchange} />
      <div class="exchange-body" style={isUnread ? { minHeight: `${estimateHeight(exchange) - 36}px` } : undefined}>
        {isUnread ? <Note>Reading …</Note> : <Bodies exchange={exchange} details={details} onReadLarge={() => setReadLarge(true)} />}
      </div>
    </article>
  );
}

function Bodies({ exchange, details, onReadLarge }: { exchange: Exchange; details: ExchangeDetails; onReadLarge: () => void }) {
  const { record, nth } = exchange;
  const { history, turn, largeSize } = details;
  const trouble = exchange.trouble ?? details.trouble;
  return (
    <>
      {trouble && <Note>A part of this exchange could not be read: {trouble}</Note>}
      {largeSize && (
        <Note>
          The request is large ({formatSize(largeSize)}). <button onClick={onReadLarge}>Read it</button>
        </Note>
      )}
      {history && <Messages nth={nth} history={history} details={details} />}
      {!record.request && !record.added && !record.opening && <Note>No request was recorded, so there is nothing to audit.</Note>}
      {turn && (turn.parts.length ? <Answer nth={nth} turn={turn} fates={details.fates} /> : <Note>The answer is empty.</Note>)}
      <RefusedAnswer exchange={exchange} />
      {!record.response && !record.stream && <Note>No answer was recorded.</Note>}
    </>
  );
}

const Note = ({ children }: { children: ComponentChildren }) => <p class="soft exchange-note">{children}</p>;

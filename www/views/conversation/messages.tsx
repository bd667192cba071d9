/** The messages of a request: the new ones, and on demand the earlier ones, which the previous request had too. */
import "./messages.css";
import { useEffect, useState } from "preact/hooks";
import type { History } from "rethought/slim";
import { plural } from "../../format";
import { chosenIndex, draft, finding } from "../../state";
import type { ExchangeDetails } from "./details";
import { FoldButton } from "./fold-button";
import { LostThoughts } from "./lost-thoughts";
import { contains, Message } from "./message";

/** The number of messages that a fold opens at once. */
const PAGE_SIZE = 20;

export function Messages({ nth, history, details }: { nth: number; history: History; details: ExchangeDetails }) {
  const { entries } = history;
  /** From here on all messages are shown: the new ones, but at most two pages. */
  const tail = Math.max(details.earlierCount, entries.length - 2 * PAGE_SIZE);
  const [opened, setOpened] = useState<readonly [number, number] | undefined>(undefined);
  const found = chosenIndex.value === nth && draft.value?.nth !== nth ? finding.value : undefined;
  const foundAt = found ? entries.findIndex((entry) => contains(entry, found)) : -1;
  useEffect(() => {
    const isFolded = foundAt >= 0 && foundAt < tail && !(opened && foundAt >= opened[0] && foundAt < opened[1]);
    if (isFolded) setOpened([Math.max(0, foundAt - 1), Math.min(tail, foundAt + 2)]);
  }, [foundAt, found]);
  if (!entries.length) return <p class="soft">The request has no messages.</p>;
  const [from, to] = opened ?? [tail, tail];
  const showRange = (first: number, last: number) =>
    entries.slice(first, last).map((_, index) => {
      const at = first + index;
      return <Message key={at} nth={nth} at={at} history={history} details={details} found={at === foundAt ? found : undefined} />;
    });
  return (
    <>
      {opened && (
        <FoldButton open onClick={() => setOpened(undefined)}>
          Hide earlier messages
        </FoldButton>
      )}
      {from > 0 && (
        <FoldButton open={false} onClick={() => setOpened([Math.max(0, from - PAGE_SIZE), to])}>
          {plural(from, "earlier message")}
        </FoldButton>
      )}
      {showRange(from, to)}
      {to < tail && (
        <FoldButton open={false} onClick={() => setOpened([from, Math.min(tail, to + PAGE_SIZE)])}>
          {plural(tail - to, "later message")}
        </FoldButton>
      )}
      {showRange(tail, entries.length)}
      <LostThoughts thoughts={details.lostThoughts} />
    </>
  );
}

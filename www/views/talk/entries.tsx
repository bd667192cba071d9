/** The messages of a request: what is new in it, and what was carried over when that is asked for. */
import "./entries.css";
import type { Entry, Finding, History, Part } from "rethought/slim";
import { useEffect, useRef, useState } from "preact/hooks";
import { chosen, draft, finding } from "../../state";
import { counted, words } from "../../words";
import { OriginChip } from "./fate";
import { PartView } from "./part";
import type { Reading } from "./reading";

/** How many messages are shown at once. */
const PAGE = 20;
/** How many lost thoughts are named. */
const SHOWN = 8;

export function Entries({ nth, history, reading }: { nth: number; history: History; reading: Reading }) {
  const { entries } = history;
  const tail = Math.max(reading.carried, entries.length - 2 * PAGE);
  const [near, setNear] = useState<readonly [number, number] | undefined>(undefined);
  const found = chosen.value === nth && draft.value?.nth !== nth ? finding.value : undefined;
  const at = found ? entries.findIndex((entry) => holds(entry, found)) : -1;
  useEffect(() => {
    if (at >= 0 && at < tail && !(near && at >= near[0] && at < near[1])) setNear([Math.max(0, at - 1), Math.min(tail, at + 2)]);
  }, [at, found]);
  if (!entries.length) return <p class="soft">{words.talk.noMessages}</p>;
  const [from, to] = near ?? [tail, tail];
  const some = (first: number, last: number) =>
    entries.slice(first, last).map((entry, index) => {
      const place = first + index;
      return <Message key={place} nth={nth} at={place} entry={entry} history={history} reading={reading} found={place === at ? found : undefined} />;
    });
  return (
    <>
      {near && <Fold open act={() => setNear(undefined)}>{words.talk.hide}</Fold>}
      {from > 0 && (
        <Fold open={false} act={() => setNear([Math.max(0, from - PAGE), to])}>
          {counted(near || tail > reading.carried ? words.talk.earlier : words.talk.carried, from)}
        </Fold>
      )}
      {some(from, to)}
      {to < tail && <Fold open={false} act={() => setNear([from, Math.min(tail, to + PAGE)])}>{counted(words.talk.later, tail - to)}</Fold>}
      {some(tail, entries.length)}
      {reading.lost.length > 0 && (
        <div class="entry lost">
          <span class="entry-role">{words.talk.lost}</span>
          <div class="lost-links">{reading.lost.slice(-SHOWN).map((link) => <OriginChip key={link.from} link={link} />)}</div>
        </div>
      )}
    </>
  );
}

function Fold({ open, act, children }: { open: boolean; act: () => void; children: string }) {
  return (
    <button class="entries-fold" aria-expanded={open} onClick={act}>
      <span class="fold" aria-hidden="true" />
      {children}
    </button>
  );
}

interface Told {
  nth: number;
  at: number;
  entry: Entry;
  history: History;
  reading: Reading;
  found: Finding | undefined;
}

function Message({ nth, at, entry, history, reading, found }: Told) {
  // On some wires a thought and what it belongs to are items of their own.
  const among = history.entries.slice(at, at + 2).flatMap(({ parts }) => parts);
  const place = found && entry.parts.find((part) => holds(part, found));
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (found && !place && element.current) bringIn(found, element.current);
  });
  return (
    <div class="entry" data-role={entry.role} data-marked={found && !place ? "" : undefined} ref={element}>
      <span class="entry-role">{words.talk.roles[entry.role ?? "unknown"]}</span>
      <div class="entry-parts">
        {entry.parts.map((part) => (
          <PartView
            key={part.pointer + part.start}
            part={part}
            among={entry.parts.length > 1 ? entry.parts : among}
            name={(other) => `${nth} ${other.pointer}`}
            tool={toolOf(part, history, at)}
            marked={found && part === place ? (element) => bringIn(found, element) : undefined}
          >
            {reading.origins.get(part.pointer)?.map((link) => <OriginChip key={link.from} link={link} />)}
          </PartView>
        ))}
      </div>
    </div>
  );
}

/** The finding that was last brought into view: once is enough. */
let seen: Finding | undefined;

function bringIn(found: Finding, element: Element): void {
  if (seen === found) return;
  seen = found;
  element.scrollIntoView({ block: "center" });
}

const holds = ({ start, end }: { start: number; end: number }, found: Finding): boolean => start <= found.start && found.end <= end;

/** The name of the tool of a result: it was called shortly before. Where a result has no id here, only if nothing else was. */
function toolOf({ kind, call }: Part, { entries }: History, at: number): string | undefined {
  if (kind !== "result" || call?.name) return undefined;
  for (let back = at - 1; back >= Math.max(0, at - PAGE); back--) {
    const calls = (entries[back]?.parts ?? []).flatMap(({ kind, call }) => (kind === "call" && call ? [call] : []));
    const [only] = calls.length === 1 ? calls : [];
    const called = call?.id === undefined ? only : calls.find(({ id }) => id === call.id);
    if (called || (calls.length && call?.id === undefined)) return called?.name;
  }
  return undefined;
}

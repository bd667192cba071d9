/** One message of a request, with the role of its author and its parts. */
import { useEffect, useRef } from "preact/hooks";
import type { Finding, History, Part } from "rethought/slim";
import type { ByteRange } from "../../bytes";
import type { ExchangeDetails } from "./details";
import { OriginChip, ReportChip } from "./fate";
import { PartView } from "./part";

const ROLES = { system: "system", user: "user", assistant: "assistant", tool: "tool", unknown: "message" } as const;
/** How many messages before a result are searched for its call. */
const MAX_DISTANCE = 20;

interface Props {
  nth: number;
  /** The index of the message in the request. */
  at: number;
  history: History;
  details: ExchangeDetails;
  /** The chosen finding, if it is in this message. */
  found: Finding | undefined;
}

export function Message({ nth, at, history, details, found }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const entry = history.entries[at];
  const foundPart = found && entry?.parts.find((part) => contains(part, found));
  useEffect(() => {
    if (found && !foundPart && element.current) scrollToFinding(found, element.current);
  });
  if (!entry) return null;
  // On some wires a thought and the part that it belongs to are two messages.
  const siblings = entry.parts.length > 1 ? entry.parts : history.entries.slice(at, at + 2).flatMap(({ parts }) => parts);
  return (
    <div class="message" data-role={entry.role} data-marked={found && !foundPart ? "" : undefined} ref={element}>
      <span class="message-role">{ROLES[entry.role ?? "unknown"]}</span>
      <div class="message-parts">
        {entry.parts.map((part) => (
          <PartView
            key={part.pointer + part.start}
            part={part}
            siblings={siblings}
            nameOf={(other) => `${nth} ${other.pointer}`}
            tool={findToolName(part, history, at)}
            onMarked={found && part === foundPart ? (marked) => scrollToFinding(found, marked) : undefined}
          >
            {details.origins.get(part.pointer)?.map((origin) => (
              <OriginChip key={origin.from} part={origin} />
            ))}
            {details.turn?.inputTransformations
              ?.filter(({ pointer }) => pointer === part.pointer)
              .map((told, index) => (
                <ReportChip key={index} told={told} />
              ))}
          </PartView>
        ))}
      </div>
    </div>
  );
}

/** Returns `true` if the finding lies within the range. */
export const contains = ({ start, end }: ByteRange, found: Finding): boolean => start <= found.start && found.end <= end;

/** The finding that was scrolled to last. Scrolling there again would take people away from where they went since. */
let lastScrolledTo: Finding | undefined;

function scrollToFinding(found: Finding, element: Element): void {
  if (lastScrolledTo === found) return;
  lastScrolledTo = found;
  element.scrollIntoView({ block: "center" });
}

/** Finds the tool of a result among the calls before it. A result without an id gets a name only if there was a single call. */
function findToolName({ kind, call }: Part, { entries }: History, at: number): string | undefined {
  if (kind !== "result" || call?.name) return undefined;
  for (let back = at - 1; back >= Math.max(0, at - MAX_DISTANCE); back--) {
    const calls = (entries[back]?.parts ?? []).flatMap(({ kind, call }) => (kind === "call" && call ? [call] : []));
    if (call?.id !== undefined) {
      const called = calls.find(({ id }) => id === call.id);
      if (called) return called.name;
    } else if (calls.length) return calls.length === 1 ? calls[0]?.name : undefined;
  }
  return undefined;
}

/** One message of a request, with the role of its author and its parts. */
import { useEffect, useRef } from "preact/hooks";
import type { Call, Finding, History, Part, Turn } from "rethought/slim";
import type { ByteRange } from "../../bytes";
import type { ExchangeDetails } from "./details";
import { OriginChip, ReportChip } from "./fate";
import { PartView } from "./part";

const ROLES = { system: "system", user: "user", assistant: "assistant", tool: "tool", unknown: "message" } as const;
/** The number of messages before a result in which its call is searched. */
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
  const transformations = transformationsOf(details);
  const toolNames = new ToolNames(history, at);
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
            tool={toolNames.of(part)}
            onMarked={found && part === foundPart ? (marked) => scrollToFinding(found, marked) : undefined}
          >
            {details.origins.get(part.pointer)?.map((origin) => (
              <OriginChip key={origin.from} part={origin} />
            ))}
            {transformations.get(part.pointer)?.map((transformation, index) => (
              <ReportChip key={index} transformation={transformation} />
            ))}
          </PartView>
        ))}
      </div>
    </div>
  );
}

/** Returns `true` if the finding lies within the range. */
export const contains = ({ start, end }: ByteRange, found: Finding): boolean => start <= found.start && found.end <= end;

/** The finding that was scrolled to last. Scrolling there again would undo the scrolling of the user since then. */
let lastScrolledTo: Finding | undefined;

function scrollToFinding(found: Finding, element: Element): void {
  if (lastScrolledTo === found) return;
  lastScrolledTo = found;
  element.scrollIntoView({ block: "center" });
}

/** Returns the provider's reports about the parts of a request, by their pointers. */
function transformationsOf({ turn }: ExchangeDetails) {
  const byPointer = new Map<string | undefined, NonNullable<Turn["inputTransformations"]>[number][]>();
  for (const each of turn?.inputTransformations ?? []) {
    const others = byPointer.get(each.pointer);
    if (others) others.push(each);
    else byPointer.set(each.pointer, [each]);
  }
  return byPointer;
}

/** Finds the tools of the results of a message among the calls before it. The calls of each message are read once for all results. */
class ToolNames {
  readonly #messages: (() => readonly Call[])[];
  readonly #calls = new Map<number, { all: readonly Call[]; byId: Map<string | undefined, Call> }>();

  constructor({ entries }: History, at: number) {
    const before = entries.slice(Math.max(0, at - MAX_DISTANCE), at).reverse();
    this.#messages = before.map(({ parts }) => () => parts.flatMap(({ kind, call }) => (kind === "call" && call ? [call] : [])));
  }

  /** The tool of a result that does not name it. A result without an id gets a name only if there was a single call. */
  of({ kind, call }: Part): string | undefined {
    if (kind !== "result" || call?.name) return undefined;
    for (let back = 0; back < this.#messages.length; back++) {
      const { all, byId } = this.#callsOf(back);
      const called = call?.id === undefined ? undefined : byId.get(call.id);
      if (called) return called.name;
      if (call?.id === undefined && all.length) return all.length === 1 ? all[0]?.name : undefined;
    }
    return undefined;
  }

  #callsOf(back: number) {
    const known = this.#calls.get(back);
    if (known) return known;
    const all = this.#messages[back]?.() ?? [];
    // The first of equal ids counts.
    const read = { all, byId: new Map(all.toReversed().map((call) => [call.id, call])) };
    this.#calls.set(back, read);
    return read;
  }
}

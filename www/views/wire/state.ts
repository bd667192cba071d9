/** The state of the wire view: the body that is shown, the cursor in it, and its highlights. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { Finding, TurnThought } from "rethought/slim";
import type { ByteRange } from "../../bytes";
import { chosenIndex, core, draft, exchange, finding, report, request, session, wireFocus } from "../../state";
import { findHandleRanges } from "../../wire/handle-ranges";
import type { Highlight, Matches } from "../../wire/highlights";

export type Side = "request" | "answer" | "stream";
export const SIDES: readonly Side[] = ["request", "answer", "stream"];

/** The side that was chosen last. An exchange may not have it. */
export const requestedSide = signal<Side>("request");
/** True if a request with fixes is shown with them. */
export const showsRepaired = signal(true);
/** The first byte of each open fold. */
export const unfolded = signal<ReadonlySet<number>>(new Set());
/** The bytes to scroll to. */
export const scrollGoal = signal<ByteRange | undefined>(undefined);
/** The byte of the last click or navigation. */
export const cursor = signal<number | undefined>(undefined);
/** The bytes of the JSON value at the cursor. */
export const valueAtCursor = signal<ByteRange | undefined>(undefined);
export const NO_MATCHES: Matches = { places: [], size: 0, current: -1 };
export const matches = signal<Matches>(NO_MATCHES);

export const hasDraft = computed(() => draft.value?.nth === chosenIndex.value);
const recorded = computed(() => session.value?.request(chosenIndex.value));
const sideBodies = computed<Readonly<Record<Side, Uint8Array | undefined>>>(() => ({
  request: hasDraft.value && !showsRepaired.value ? recorded.value : request.value,
  answer: exchange.value?.answer,
  stream: exchange.value?.record.stream,
}));
/** The sides that the exchange has. */
export const sides = computed<readonly Side[]>(() => SIDES.filter((side) => sideBodies.value[side]));
export const side = computed<Side>(() => (sides.value.includes(requestedSide.value) ? requestedSide.value : (sides.value[0] ?? "request")));
export const body = computed<Uint8Array | undefined>(() => sideBodies.value[side.value]);

/** A larger body is not decoded to find its handles, because that would block the page. They are folded only if they look like base64. */
const MAX_READ = 2 << 20;

/** Finds the handles in a body. */
export function handlesOf(bytes: Uint8Array): ByteRange[] {
  const nth = chosenIndex.peek();
  const open = session.peek();
  const started = core.peek();
  if (!open || !started || side.peek() === "stream" || bytes.length > MAX_READ) return [];
  try {
    const isDraft = side.peek() === "request" && hasDraft.peek() && showsRepaired.peek();
    const read = isDraft ? started.readRequest(bytes, exchange.peek()?.target) : side.peek() === "request" ? open.history(nth) : open.turn(nth);
    return findHandleRanges(bytes, (read?.thoughts ?? []) as readonly TurnThought[]);
  } catch {
    return [];
  }
}

export const findings = computed<readonly Finding[]>(() => {
  if (side.value !== "request") return [];
  if (hasDraft.value && !showsRepaired.value) return exchange.value?.report?.findings ?? [];
  return report.value?.findings ?? [];
});

/** The weight of the bytes in focus. It is greater than all others. */
export const FOCUS_WEIGHT = 5;
const WEIGHTS = { advice: 1, degrade: 2, reject: 3 } as const;

/** The highlights: all findings, the chosen one with its related places, and the bytes in focus. */
export const highlights = computed<readonly Highlight[]>(() => {
  const all: Highlight[] = findings.value.map(({ start, end, severity }, nth) => ({ start, end, look: severity, weight: WEIGHTS[severity], finding: nth }));
  const at = wireFocus.value;
  const chosenOne = finding.value;
  const isHere = at && (at.side === "request") === (side.value === "request") && side.value !== "stream";
  if (valueAtCursor.value) all.push({ ...valueAtCursor.value, look: "value", weight: 0.5 });
  if (isHere && chosenOne && findings.value.includes(chosenOne)) for (const { start, end } of chosenOne.related) all.push({ start, end, look: "related", weight: 4 });
  if (isHere) all.push({ start: at.start, end: at.end, look: `focused ${chosenOne?.start === at.start ? chosenOne.severity : ""}`, weight: FOCUS_WEIGHT });
  return all;
});

/** Scrolls to a range of bytes and puts the cursor at its start. */
export function goToBytes(range: ByteRange): void {
  batch(() => {
    scrollGoal.value = range;
    cursor.value = range.start;
  });
}

// Another view points to bytes: shows them.
effect(() => {
  const at = wireFocus.value;
  if (!at) return;
  batch(() => {
    requestedSide.value = at.side;
    showsRepaired.value = true;
    goToBytes({ start: at.start, end: at.end });
  });
});

// Another body is shown: clears everything that belongs to the old one.
let before: Uint8Array | undefined;
effect(() => {
  if (body.value === before) return;
  before = body.value;
  batch(() => {
    unfolded.value = new Set();
    valueAtCursor.value = undefined;
    matches.value = NO_MATCHES;
    const at = wireFocus.peek();
    const stays = at && (at.side === side.peek());
    [scrollGoal.value, cursor.value] = stays ? [{ start: at.start, end: at.end }, at.start] : [undefined, undefined];
  });
});

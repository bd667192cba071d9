/** What the wire view shows: which body, where in it, and what is marked. */
import { batch, computed, effect, signal } from "@preact/signals";
import type { Finding, TurnThought } from "rethought/slim";
import { core, chosen, draft, exchange, finding, report, request, session, spot } from "../../state";
import { stretchesOf } from "../../wire/handles";
import type { Found, Mark } from "../../wire/pieces";
import type { Stretch } from "../../wire/rows";

export type Side = "request" | "answer" | "stream";
export const SIDES: readonly Side[] = ["request", "answer", "stream"];

/** The side that was asked for, and whether of a request that is being mended the draft is. */
export const asked = signal<Side>("request");
export const wantsMended = signal(true);
/** What is open above the text. */
export const tool = signal<"find" | "goto" | undefined>(undefined);
/** The first bytes of what is unfolded. */
export const unfolded = signal<ReadonlySet<number>>(new Set());
/** Where the text is to be scrolled to. */
export const goal = signal<Stretch | undefined>(undefined);
/** The byte that is looked at. */
export const looked = signal<number | undefined>(undefined);
/** The value there. */
export const value = signal<Stretch | undefined>(undefined);
export const NOTHING: Found = { places: [], size: 0, current: -1 };
export const found = signal<Found>(NOTHING);

export const hasDraft = computed(() => draft.value?.nth === chosen.value);
const recorded = computed(() => session.value?.request(chosen.value));
const bodies = computed<Readonly<Record<Side, Uint8Array | undefined>>>(() => ({
  request: hasDraft.value && !wantsMended.value ? recorded.value : request.value,
  answer: exchange.value?.answer,
  stream: exchange.value?.record.stream,
}));
/** The sides that there are. */
export const sides = computed<readonly Side[]>(() => SIDES.filter((side) => bodies.value[side]));
export const side = computed<Side>(() => (sides.value.includes(asked.value) ? asked.value : (sides.value[0] ?? "request")));
export const body = computed<Uint8Array | undefined>(() => bodies.value[side.value]);

/** Past this the handles are known by their looks only: reading all messages would hold the page up. */
const READ = 2 << 20;

/** The handles in a body, by what the core reads in it. */
export function handlesOf(bytes: Uint8Array): Stretch[] {
  const [nth, open, started] = [chosen.peek(), session.peek(), core.peek()];
  if (!open || !started || side.peek() === "stream" || bytes.length > READ) return [];
  try {
    const isDraft = side.peek() === "request" && hasDraft.peek() && wantsMended.peek();
    const read = isDraft ? started.readRequest(bytes, exchange.peek()?.target) : side.peek() === "request" ? open.history(nth) : open.turn(nth);
    return stretchesOf(bytes, (read?.thoughts ?? []) as readonly TurnThought[]);
  } catch {
    return [];
  }
}

export const findings = computed<readonly Finding[]>(() => {
  if (side.value !== "request") return [];
  if (hasDraft.value && !wantsMended.value) return exchange.value?.report?.findings ?? [];
  return report.value?.findings ?? [];
});

const WEIGHTS = { advice: 1, degrade: 2, reject: 3 } as const;

/** All findings lightly; the chosen one and its related places; what was gone to. */
export const marks = computed<readonly Mark[]>(() => {
  const all: Mark[] = findings.value.map(({ start, end, severity }, nth) => ({ start, end, look: severity, weight: WEIGHTS[severity], finding: nth }));
  const [at, chosenOne] = [spot.value, finding.value];
  const isHere = at && (at.side === "request") === (side.value === "request") && side.value !== "stream";
  if (value.value) all.push({ ...value.value, look: "value", weight: 0.5 });
  if (isHere && chosenOne && findings.value.includes(chosenOne)) for (const { start, end } of chosenOne.related) all.push({ start, end, look: "related", weight: 4 });
  if (isHere) all.push({ start: at.start, end: at.end, look: `spot ${chosenOne?.start === at.start ? chosenOne.severity : ""}`, weight: 5 });
  return all;
});

/** Shows a stretch of what is open, and what stands there. */
export function goTo(stretch: Stretch): void {
  batch(() => {
    goal.value = stretch;
    looked.value = stretch.start;
  });
}

// A place that another view points to.
effect(() => {
  const at = spot.value;
  if (!at) return;
  batch(() => {
    [asked.value, wantsMended.value] = [at.side, true];
    goTo({ start: at.start, end: at.end });
  });
});

// Another body: nothing of the old one holds.
let before: Uint8Array | undefined;
effect(() => {
  if (body.value === before) return;
  before = body.value;
  batch(() => {
    [unfolded.value, value.value, found.value] = [new Set(), undefined, NOTHING];
    const at = spot.peek();
    const stays = at && (at.side === side.peek());
    [goal.value, looked.value] = stays ? [{ start: at.start, end: at.end }, at.start] : [undefined, undefined];
  });
});

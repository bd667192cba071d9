/** The fates of thoughts in a conversion, and the place of each thought beside the converted request. */
import type { History, Part, PlannedThought } from "rethought/slim";

export type Fate = PlannedThought["fate"];

/** A thought of the source with its fate. */
export interface FatedThought extends PlannedThought {
  /** The part of the source that it is or belongs to; `undefined` if the source has none. */
  readonly part: Part | undefined;
}

/** A part of the converted request, and the thoughts that are in it or would have been in it. */
export interface FateRow {
  readonly part: Part | undefined;
  readonly thoughts: FatedThought[];
}

/** The tone of each fate. Each fate also has a word and a kind of line. */
export const FATE_TONES: Readonly<Record<Fate, string>> = { verbatim: "fine", routed: "advice", degraded: "degrade", elided: "none", placeholder: "thought" };

/** Lays out the fates: a row for each part of the converted request, in order, with its thoughts. */
export function layOutFates(plan: readonly PlannedThought[], source: History, converted: History): FateRow[] {
  const places = new Places(source, converted);
  const rows: FateRow[] = partsOf(converted).map((part) => ({ part, thoughts: [] }));
  if (!rows.length) rows.push({ part: undefined, thoughts: [] });
  for (const planned of plan) {
    const row = rows[places.rowOf(planned)] ?? rows.at(-1);
    row?.thoughts.push({ ...planned, part: places.partAt(planned.pointer) });
  }
  return rows;
}

/** Thoughts of one fate and for one reason. */
export interface FateGroup {
  readonly fate: Fate;
  readonly reason: string;
  readonly pointers: string[];
}

export function groupFates(plan: readonly PlannedThought[]): FateGroup[] {
  const groups = new Map<string, FateGroup>();
  for (const { fate, reason, pointer } of plan) {
    const key = `${fate} ${reason}`;
    const group = groups.get(key) ?? { fate, reason, pointers: [] };
    groups.set(key, group);
    group.pointers.push(pointer);
  }
  return [...groups.values()];
}

const partsOf = ({ entries }: History): Part[] => entries.flatMap(({ parts }) => parts);

/** Finds the parts of both requests that belong together. */
class Places {
  readonly #sourceParts: readonly Part[];
  readonly #sourceIndex: ReadonlyMap<string, number>;
  readonly #targetIndex: ReadonlyMap<string, number>;
  /** For each part of the source, its row. */
  readonly #rows: readonly number[];

  constructor(source: History, converted: History) {
    this.#sourceParts = partsOf(source);
    this.#sourceIndex = indexByPointer(source);
    this.#targetIndex = indexByPointer(converted);
    this.#rows = pairParts(source, converted);
  }

  partAt(pointer: string): Part | undefined {
    return this.#sourceParts[findPlace(this.#sourceIndex, pointer) ?? -1];
  }

  /** A dropped thought is shown at the part that followed it. */
  rowOf({ pointer, to }: PlannedThought): number {
    const place = to === undefined ? undefined : findPlace(this.#targetIndex, to);
    return place ?? this.#rows[findPlace(this.#sourceIndex, pointer) ?? -1] ?? Number.POSITIVE_INFINITY;
  }
}

/** The index of the part at each pointer. An entry counts as its first part. */
function indexByPointer({ entries }: History): Map<string, number> {
  const index = new Map<string, number>();
  let nth = 0;
  for (const { pointer, parts } of entries) {
    index.set(pointer, nth);
    for (const part of parts) index.set(part.pointer, nth++);
  }
  return index;
}

/** The part at a pointer, or the nearest one around it. */
function findPlace(index: ReadonlyMap<string, number>, pointer: string): number | undefined {
  for (let at = pointer; at; at = at.slice(0, at.lastIndexOf("/"))) {
    const nth = index.get(at);
    if (nth !== undefined) return nth;
  }
  return undefined;
}

/**
 * For each part of the source, the row of the same part of the converted request; for a part that has none, that of the next. A conversion keeps texts, calls
 * and results in their order, so the nth call of one is the nth call of the other.
 */
function pairParts(source: History, converted: History): number[] {
  const targets = { text: [], call: [], result: [] } as Record<PairedKind, number[]>;
  kindsOf(converted).forEach((kind, row) => kind && targets[kind].push(row));
  const counts: Record<PairedKind, number> = { text: 0, call: 0, result: 0 };
  const rows: (number | undefined)[] = kindsOf(source).map((kind) => kind && targets[kind][counts[kind]++]);
  let next = Number.POSITIVE_INFINITY;
  return rows.reverse().map((row) => (next = row ?? next)).reverse();
}

type PairedKind = "text" | "call" | "result";

/** The kind of each part that can be paired. Instructions are elsewhere on some wires, and empty texts are left out. */
function kindsOf({ entries }: History): (PairedKind | undefined)[] {
  return entries.flatMap(({ role, parts }) =>
    parts.map(({ kind, text }) => (kind === "call" || kind === "result" || (kind === "text" && text && role !== "system") ? kind : undefined)),
  );
}

/** The exchanges of two sessions in rows: equal ones side by side, and from the first difference on the rest of each. */
import type { Exchange } from "./exchange";
import type { Session } from "./session";

export interface AlignedRow {
  readonly left: Exchange | undefined;
  readonly right: Exchange | undefined;
  readonly relation: "equal" | "changed" | "alone";
}

/** Pairs the exchanges of two sessions in their order. An exchange that only one of them has is alone, if its neighbours are equal again. */
export function alignSessions(left: Session, right: Session): AlignedRow[] {
  const [ours, theirs] = [left, right].map(({ exchanges }) => exchanges.map((exchange) => ({ exchange, key: keyOf(exchange) })));
  if (!ours || !theirs) return [];
  const rows: AlignedRow[] = [];
  let [at, to] = [0, 0];
  while (at < ours.length || to < theirs.length) {
    const [one, other] = [ours[at], theirs[to]];
    const skipped = one && other && one.key !== other.key ? gapTo(ours, theirs, at, to) : undefined;
    if (skipped) {
      for (; skipped.left > 0; skipped.left--) rows.push({ left: ours[at++]?.exchange, right: undefined, relation: "alone" });
      for (; skipped.right > 0; skipped.right--) rows.push({ left: undefined, right: theirs[to++]?.exchange, relation: "alone" });
      continue;
    }
    rows.push({ left: one?.exchange, right: other?.exchange, relation: one && other ? (one.key === other.key ? "equal" : "changed") : "alone" });
    at += 1;
    to += 1;
  }
  return rows;
}

/** The number of exchanges that are searched for the next equal pair. */
const NEAR = 8;

interface Keyed {
  readonly exchange: Exchange;
  readonly key: string;
}

/** Finds the next exchange of one side that the other side has now. */
function gapTo(ours: readonly Keyed[], theirs: readonly Keyed[], at: number, to: number): { left: number; right: number } | undefined {
  for (let by = 1; by <= NEAR; by++) {
    if (ours[at + by] && ours[at + by]?.key === theirs[to]?.key) return { left: by, right: 0 };
    if (theirs[to + by] && theirs[to + by]?.key === ours[at]?.key) return { left: 0, right: by };
  }
  return undefined;
}

/** The messages that an exchange added, and its answer, byte for byte. */
function keyOf({ record }: Exchange): string {
  const body = record.added ?? record.request;
  return [body, record.response ?? record.stream ?? record.reply].map((bytes) => (bytes ? `${bytes.length} ${sumOf(bytes)}` : "")).join(" ");
}

/** A checksum that is good enough to compare two files of one person: FNV-1a. */
function sumOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}

/** Splits a row into pieces of one appearance: by token, by highlight, and by match of the search. */
import type { ByteRange } from "../bytes";
import { firstMatchFrom } from "./find";
import type { Token } from "./tokens";

/** A highlighted range. Where highlights overlap, the one with the greatest weight is shown. */
export interface Highlight extends ByteRange {
  /** The class of the style. */
  readonly look: string;
  readonly weight: number;
  /** The index of the finding that it belongs to. */
  readonly finding?: number;
}

/** The matches of a search. */
export interface Matches {
  /** The first byte of each match, in order. */
  readonly places: readonly number[];
  /** The number of bytes of a match. */
  readonly size: number;
  /** The index of the match that the view shows; -1 before it shows one. */
  readonly current: number;
}

export interface Piece extends Token {
  readonly look: string;
  readonly match: "" | "found" | "current";
}

/** `tokens` are those of one row. */
export function splitRow(tokens: readonly Token[], highlights: readonly Highlight[], { places, size, current }: Matches): Piece[] {
  const start = tokens[0]?.start ?? 0;
  const end = tokens.at(-1)?.end ?? 0;
  const near = highlights.filter((each) => each.start < end && (each.end > start || each.start === start));
  const cuts = near.flatMap((each) => [each.start, each.end]);
  const first = size ? firstMatchFrom(places, start - size + 1) : 0;
  let last = first;
  for (; size && (places[last] ?? end) < end; last++) cuts.push(places[last] as number, (places[last] as number) + size);
  cuts.sort((one, other) => one - other);
  const lookOf = (from: number, to: number) =>
    near.reduce<Highlight | undefined>((best, each) => (each.start < to && (each.end > from || each.start === from) && each.weight > (best?.weight ?? 0) ? each : best), undefined)?.look ?? "";
  const matchOf = (from: number, to: number): Piece["match"] => {
    for (let nth = first; nth < last; nth++) {
      const place = places[nth] as number;
      if (place < to && place + size > from) return nth === current ? "current" : "found";
    }
    return "";
  };
  return tokens.flatMap((token) => {
    const inner = token.kind === "fold" ? [] : cuts.filter((cut, nth) => cut > token.start && cut < token.end && cut !== cuts[nth - 1]);
    return [token.start, ...inner].map((from, nth) => {
      const to = inner[nth] ?? token.end;
      return { start: from, end: to, kind: token.kind, look: lookOf(from, to), match: matchOf(from, to) };
    });
  });
}

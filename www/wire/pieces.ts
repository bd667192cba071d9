/** A row cut into pieces that each look one way: by token, by mark, and by what was looked for. */
import { firstFrom } from "./find";
import type { Stretch } from "./rows";
import type { Token } from "./tokens";

/** A stretch to be seen; of those that overlap, the one with the greatest weight is. */
export interface Mark extends Stretch {
  readonly look: string;
  readonly weight: number;
  /** The finding that it belongs to, by its number. */
  readonly finding?: number;
}

export interface Found {
  readonly places: readonly number[];
  readonly size: number;
  /** The number of the match that was gone to. */
  readonly current: number;
}

export interface Piece extends Token {
  readonly look: string;
  readonly found: "" | "found" | "current";
}

export function pieces(tokens: readonly Token[], marks: readonly Mark[], { places, size, current }: Found): Piece[] {
  const [start, end] = [tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0];
  const near = marks.filter((mark) => mark.start < end && (mark.end > start || mark.start === start));
  const cuts = near.flatMap((mark) => [mark.start, mark.end]);
  const first = size ? firstFrom(places, start - size + 1) : 0;
  let last = first;
  for (; size && (places[last] ?? end) < end; last++) cuts.push(places[last] as number, (places[last] as number) + size);
  cuts.sort((one, other) => one - other);
  const look = (from: number, to: number) =>
    near.reduce<Mark | undefined>((best, mark) => (mark.start < to && (mark.end > from || mark.start === from) && mark.weight > (best?.weight ?? 0) ? mark : best), undefined)?.look ?? "";
  const found = (from: number, to: number): Piece["found"] => {
    for (let nth = first; nth < last; nth++) {
      const place = places[nth] as number;
      if (place < to && place + size > from) return nth === current ? "current" : "found";
    }
    return "";
  };
  return tokens.flatMap((token) => {
    const inner = token.tone === "fold" ? [] : cuts.filter((cut, nth) => cut > token.start && cut < token.end && cut !== cuts[nth - 1]);
    return [token.start, ...inner].map((from, nth) => {
      const to = inner[nth] ?? token.end;
      return { start: from, end: to, tone: token.tone, look: look(from, to), found: found(from, to) };
    });
  });
}

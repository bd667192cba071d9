// `rethought/adk`: times and token counts as @nhtio/adk reads them. Its thoughts and identities are in the front door.
import type { TokenCounter } from "./thought.js";
import type { RawThought } from "./types.js";

export type { TokenCounter } from "./thought.js";
export type { DateTimeLike, IdentityLike, RawIdentity, RawThought, Tokenizable } from "./types.js";

/** Parts of a date as Luxon's `DateTime.fromObject` takes them, read in UTC. */
export interface TimeFields {
  /** The calendar year. */
  year?: number;
  /** 1 to 12. */
  month?: number;
  /** The day of the month. */
  day?: number;
  /** The day of the year, instead of month and day. */
  ordinal?: number;
  /** The ISO week year, with `weekNumber`. */
  weekYear?: number;
  /** The ISO week. */
  weekNumber?: number;
  /** 1, Monday, to 7. */
  weekday?: number;
  /** 0 to 24. */
  hour?: number;
  /** 0 to 59. */
  minute?: number;
  /** 0 to 59. */
  second?: number;
  /** 0 to 999. */
  millisecond?: number;
}

/**
 * Reads the moment that a value names, as ISO 8601 in UTC. Takes what Luxon parses: ISO in every form, SQL, RFC 2822, HTTP, milliseconds,
 * `Date`, `DateTime` and the objects of `fromObject`. A text without an offset is UTC, so that it means the same on every machine.
 *
 * @example
 * import { readTime } from "rethought/adk";
 *
 * readTime("Mon, 16 Nov 2026 08:00:00 +0200"); // → "2026-11-16T06:00:00.000Z"
 * readTime({ year: 2026, ordinal: 320 }); // → "2026-11-16T00:00:00.000Z"
 *
 * @throws {TimeError} with the byte at which reading stopped.
 */
export function readTime(value: RawThought["createdAt"] | TimeFields): string;

/**
 * Counts the tokens of a text: by `counter`, or estimated as a token for every four UTF-16 code units, rounded up.
 *
 * @example
 * import { countTokens } from "rethought/adk";
 *
 * countTokens("four letters"); // → 3
 * countTokens("four letters", (text) => text.split(" ").length); // → 2
 */
export function countTokens(text: string, counter?: TokenCounter): number;

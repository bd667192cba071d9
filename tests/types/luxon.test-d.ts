import type { DateTime } from "luxon";
import type { DateTimeLike, RawThought, Tokenizable } from "rethought";
import type { Assignable, Expect, Refuse } from "./equal.js";
import type * as Adk from "./seeds/adk.js";

// A Luxon DateTime, valid, invalid or not yet checked, is a time; its type parameter is the meaning of `DateTime<boolean>` in the seed.
export type Times = [
  Expect<Assignable<DateTime, DateTimeLike>>,
  Expect<Assignable<DateTime<true>, DateTimeLike>>,
  Expect<Assignable<DateTime<false>, DateTimeLike>>,
  Expect<Assignable<DateTime<boolean>, RawThought["createdAt"]>>,
  Expect<Assignable<DateTime<boolean>, RawThought["updatedAt"]>>,
  Expect<Assignable<Adk.RawThought<Adk.Tokenizable, Adk.Identity, DateTime<boolean>>, RawThought>>,
  Refuse<Assignable<DateTime, Tokenizable>>,
];

export declare const now: DateTime;
export const thought: RawThought = { id: "t1", content: "x", createdAt: now, updatedAt: now };

// @ts-expect-error a DateTime is no content
export const content: RawThought = { id: "t1", content: now, createdAt: now, updatedAt: now };

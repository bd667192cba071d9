import type { DateTimeLike, Identity, IdentityLike, RawIdentity, RawThought, Thought, Tokenizable } from "rethought";
import type { Assignable, Equal, Expect, Refuse } from "./equal.js";
import type * as Adk from "./seeds/adk.js";

export type Same = [
  Expect<Equal<RawThought, Adk.RawThought<Tokenizable, IdentityLike, DateTimeLike>>>,
  Expect<Equal<RawIdentity, Adk.RawIdentity<Tokenizable>>>,
  Expect<Equal<IdentityLike, { readonly identifier: string | number; readonly representation: Tokenizable }>>,
  Expect<Equal<RawThought["payload"], unknown>>,
  Expect<Equal<Tokenizable, { toString(): string; valueOf(): string; toJSON(): string }>>,
  Expect<Equal<DateTimeLike, { readonly isValid: boolean; toMillis(): number; toISO(): string | null }>>,
];

// ADK's own instances are accepted unchanged.
export type Accepted = [
  Expect<Assignable<Adk.RawThought<Adk.Tokenizable, Adk.Identity, DateTimeLike>, RawThought>>,
  Expect<Assignable<Adk.Tokenizable, Tokenizable>>,
  Expect<Assignable<Adk.Identity, IdentityLike>>,
  Expect<Assignable<Adk.Identity, RawIdentity>>,
];

// Our own instances are accepted again: a thought's data, and an identity.
export type Again = [
  Expect<Assignable<ReturnType<Thought["toJSON"]>, RawThought>>,
  Expect<Assignable<Identity, NonNullable<RawThought["identity"]>>>,
  Expect<Assignable<Identity, RawIdentity>>,
];

// A plain object, a number, a date and an array all have a `toString`: none is a Tokenizable.
export type NotText = [
  Refuse<Assignable<{}, Tokenizable>>,
  Refuse<Assignable<number, Tokenizable>>,
  Refuse<Assignable<Date, Tokenizable>>,
  Refuse<Assignable<string[], Tokenizable>>,
  Refuse<Assignable<Date, DateTimeLike>>,
  Refuse<Assignable<string, DateTimeLike>>,
];

const at = "2026-01-01T00:00:00Z";
export const plain: RawThought = { id: "t1", content: "x", createdAt: at, updatedAt: 0 };
export const opaque: RawThought = { id: "t1", payload: { signature: "s" }, replayCompatibility: "x-v1", createdAt: new Date(), updatedAt: at };
export const empty: RawThought = { id: "t1", content: "x", payload: null, createdAt: at, updatedAt: at };
export const named: RawThought = { id: "t1", content: "x", identity: { identifier: 7, representation: "Bob" }, createdAt: at, updatedAt: at };

// @ts-expect-error the id is required
export const nameless: RawThought = { content: "x", createdAt: at, updatedAt: at };
// @ts-expect-error both times are required
export const timeless: RawThought = { id: "t1", content: "x", createdAt: at };
// @ts-expect-error a number is no content
export const numeric: RawThought = { id: "t1", content: 1, createdAt: at, updatedAt: at };
// @ts-expect-error null is not a time
export const never: RawThought = { id: "t1", content: "x", createdAt: null, updatedAt: at };
// @ts-expect-error absent is not undefined
export const undef: RawThought = { id: "t1", content: undefined, createdAt: at, updatedAt: at };
// @ts-expect-error only a payload may be null
export const tagless: RawThought = { id: "t1", content: "x", replayCompatibility: null, createdAt: at, updatedAt: at };
// @ts-expect-error an identity has both halves
export const half: RawThought = { id: "t1", content: "x", identity: { identifier: 7 }, createdAt: at, updatedAt: at };

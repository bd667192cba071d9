/** True when the two types are one and the same: fields, optionality, `readonly`, literals, all of it. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** True when a value of the first type may stand where the second is asked for. */
export type Assignable<From, To> = [From] extends [To] ? true : false;

/** True when each may stand for the other. */
export type Interchangeable<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Compiles only over `true`. */
export type Expect<T extends true> = T;

/** Compiles only over `false`. */
export type Refuse<T extends false> = T;

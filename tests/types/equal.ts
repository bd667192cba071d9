/** True if the two types are identical: fields, optionality, `readonly`, literals, all of it. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** True if a value of the first type is assignable to the second. */
export type Assignable<From, To> = [From] extends [To] ? true : false;

/** True if each is assignable to the other. */
export type Interchangeable<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Compiles only over `true`. */
export type Expect<T extends true> = T;

/** Compiles only over `false`. */
export type Refuse<T extends false> = T;

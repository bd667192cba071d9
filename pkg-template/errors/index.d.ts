// `rethought/errors`: the classes of errors. Each error also has a stable `code`, which needs no import.

/** Every code there is; they never change. The class of an error says what kind it is, the code says which. */
export type ErrorCode =
  | "E_JSON_SYNTAX"
  | "E_JSON_TRUNCATED"
  | "E_JSON_UTF8"
  | "E_JSON_DEPTH"
  | "E_JSON_SIZE"
  | "E_POINTER_SYNTAX"
  | "E_POINTER_MISSING"
  | "E_EDIT_RANGE"
  | "E_EDIT_VALUE"
  | "E_INVALID_INITIAL_THOUGHT_VALUE"
  | "E_INVALID_INITIAL_IDENTITY_VALUE"
  | "E_TIME"
  | "E_MESSAGE"
  | "E_REASONING_ITEM"
  | "E_INCOMPLETE"
  | "E_PATTERN"
  | "E_YAML"
  | "E_GZIP_TRUNCATED"
  | "E_GZIP_DAMAGED"
  | "E_GZIP_SIZE"
  | "E_INPUT"
  | "E_LONE_SURROGATE"
  | "E_STORE"
  | "E_INTERNAL";

/** Where and why something could not be read. */
export interface ErrorPlace {
  /** The stable code. */
  code?: ErrorCode;
  /** A byte of the input. */
  offset?: number;
  /** A JSON pointer into the input. */
  pointer?: string;
  /** The error it stems from. */
  cause?: unknown;
}

/**
 * The class of every error that the package throws. Findings are data and never thrown.
 *
 * @example
 * import { decode, RethoughtError } from "rethought";
 *
 * try {
 *   decode('{"content":[', "anthropic-messages");
 * } catch (error) {
 *   error instanceof RethoughtError; // → true
 *   error.code; // → "E_JSON_TRUNCATED"
 *   error.offset; // → 12
 * }
 */
export class RethoughtError extends Error {
  constructor(message: string, place?: ErrorPlace);
  /** The stable code, such as `E_JSON_SYNTAX`. */
  readonly code: ErrorCode;
  /** The byte of the input at which reading stopped. */
  readonly offset?: number;
  /** The JSON pointer of the value at fault. */
  readonly pointer?: string;
}
/** A body that is not JSON (`E_JSON_SYNTAX`, `E_JSON_TRUNCATED`), a recording that is not YAML (`E_YAML`), not UTF-8 (`E_JSON_UTF8`) or past a limit (`E_JSON_DEPTH`, `E_JSON_SIZE`). */
export class JsonError extends RethoughtError {}
/** A JSON pointer that is invalid (`E_POINTER_SYNTAX`) or leads to nothing (`E_POINTER_MISSING`). */
export class PointerError extends RethoughtError {}
/** A change that does not fit (`E_EDIT_VALUE`, `E_EDIT_RANGE`). */
export class EditError extends RethoughtError {}
/** A thought that breaks its rules (`E_INVALID_INITIAL_THOUGHT_VALUE`); `cause` says which. */
export class ThoughtError extends RethoughtError {}
/** An identity that breaks its rules (`E_INVALID_INITIAL_IDENTITY_VALUE`). */
export class IdentityError extends RethoughtError {}
/** A time that cannot be read (`E_TIME`). */
export class TimeError extends RethoughtError {}
/** A value that has not the shape it was read as (`E_MESSAGE`, `E_REASONING_ITEM`). */
export class ShapeError extends RethoughtError {}
/** A turn that a stream left unfinished (`E_INCOMPLETE`); `pointer` names the part in which it was cut. */
export class IncompleteError extends RethoughtError {}
/**
 * An argument of the wrong kind (`E_INPUT`), an unsupported pattern (`E_PATTERN`) or a string with half of a surrogate pair (`E_LONE_SURROGATE`). Or gzip that
 * is cut off, damaged or too long (`E_GZIP_TRUNCATED`, `E_GZIP_DAMAGED`, `E_GZIP_SIZE`).
 */
export class InputError extends RethoughtError {}
/** A store that holds something else than it was given, or a folder that cannot be read or written (`E_STORE`); `cause` says why. */
export class StoreError extends RethoughtError {}
/** The wasm instance was lost to a trap (`E_INTERNAL`); the next call gets a fresh one. */
export class InternalError extends RethoughtError {}

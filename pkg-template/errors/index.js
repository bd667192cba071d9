// The errors that the package throws. Findings are data and never thrown.

/** The common class: `code` is stable, `offset` is a byte of the input, `pointer` a JSON pointer into it. */
export class RethoughtError extends Error {
  constructor(message, { code, offset, pointer, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    if (offset !== undefined) this.offset = offset;
    if (pointer !== undefined) this.pointer = pointer;
  }
}

/** A body that is not JSON, not UTF-8, or past a limit. */
export class JsonError extends RethoughtError {}
/** A JSON pointer that is invalid, or leads to nothing. */
export class PointerError extends RethoughtError {}
/** A change that does not fit the body. */
export class EditError extends RethoughtError {}
/** A thought that breaks its rules; `cause` says which. */
export class ThoughtError extends RethoughtError {}
/** An identity that breaks its rules. */
export class IdentityError extends RethoughtError {}
/** A time that cannot be read. */
export class TimeError extends RethoughtError {}
/** A value that does not have the shape it was read as. */
export class ShapeError extends RethoughtError {}
/** A turn that a stream left unfinished. */
export class IncompleteError extends RethoughtError {}
/** An argument of the wrong kind. */
export class InputError extends RethoughtError {}
/** A store that holds something else than it was given, or a folder that cannot be read or written; `cause` says why. */
export class StoreError extends RethoughtError {}

/** The wasm instance was lost to a trap; the next call gets a fresh one. */
export class InternalError extends RethoughtError {
  constructor(message, { cause } = {}) {
    super(message, { code: "E_INTERNAL", cause });
  }
}

// As strings, on the prototypes: minifiers rename classes.
const NAMES = { RethoughtError, JsonError, PointerError, EditError, ThoughtError, IdentityError, TimeError, ShapeError, IncompleteError, InputError, StoreError, InternalError };
for (const [name, Class] of Object.entries(NAMES)) Object.defineProperty(Class.prototype, "name", { value: name, configurable: true, writable: true });

// The class of each error code of the wasm side.
import { EditError, IdentityError, InputError, JsonError, PointerError, RethoughtError, ShapeError, ThoughtError, TimeError } from "./index.js";

const CLASSES = {
  E_JSON_SYNTAX: JsonError,
  E_JSON_TRUNCATED: JsonError,
  E_JSON_UTF8: JsonError,
  E_JSON_DEPTH: JsonError,
  E_JSON_SIZE: JsonError,
  E_POINTER_SYNTAX: PointerError,
  E_POINTER_MISSING: PointerError,
  E_EDIT_RANGE: EditError,
  E_EDIT_VALUE: EditError,
  E_INVALID_INITIAL_THOUGHT_VALUE: ThoughtError,
  E_INVALID_INITIAL_IDENTITY_VALUE: IdentityError,
  E_TIME: TimeError,
  E_MESSAGE: ShapeError,
  E_REASONING_ITEM: ShapeError,
  E_PATTERN: InputError,
  E_YAML: JsonError,
  E_INPUT: InputError,
  E_LONE_SURROGATE: InputError,
};

/** Gives an error of the wasm side its class; anything else passes. */
export function typed(error) {
  const Class = error instanceof Error && !(error instanceof RethoughtError) ? CLASSES[error.code] : undefined;
  if (!Class) return error;
  const { message, code, offset, pointer, cause } = error;
  return new Class(message, { code, offset, pointer, cause: typed(cause) });
}

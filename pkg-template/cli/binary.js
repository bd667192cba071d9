// Images, programs and the like, which people name by mistake. As JSON they would be wrong at their first byte, which says nothing.
import { binaryKind } from "../text/binary-kind.js";

/** Refuses a file that is no text. `wanted` says what the command reads, such as `an answer`. */
export function refuseBinary(bytes, wanted) {
  const kind = binaryKind(bytes);
  if (kind) throw new Error(`${kind}, not ${wanted}`);
}

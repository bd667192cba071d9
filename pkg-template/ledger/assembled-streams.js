// Caches assembled streams by their bytes, so that recording does not assemble them again.
const assembled = new WeakMap();

/** Keeps the assembled `body` of a stream, and the `assembly` that recording it also needs. Returns both. */
export function keepAssembled(stream, made) {
  assembled.set(stream, made);
  return made;
}

/** Returns the assembled body of a stream, or nothing if it is not cached. */
export const assembledOf = (stream) => (typeof stream === "object" && stream !== null ? assembled.get(stream) : undefined);

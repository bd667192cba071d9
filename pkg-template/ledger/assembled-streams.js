// Streams that were put together before they are recorded, by their bytes. Recording one does not put it together again.
const assembled = new WeakMap();

/** Keeps the `body` that a stream was put together to, and the `assembly` that recording it needs besides. Gives both. */
export function keepAssembled(stream, made) {
  assembled.set(stream, made);
  return made;
}

/** The body that a stream was put together to before; nothing if it was not. */
export const assembledOf = (stream) => (typeof stream === "object" && stream !== null ? assembled.get(stream) : undefined);

/** The bytes of a file piece by piece, out of gzip if they are in it; with how many bytes of the file they took. */

export interface Chunk {
  readonly bytes: Uint8Array;
  readonly done: number;
}

/** How much is read at once: a megabyte takes a slice of time. */
const CHUNK = 1 << 20;

export async function* chunks(blob: Blob): AsyncGenerator<Chunk> {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (first === 0x1f && second === 0x8b) yield* unpacked(blob);
  else yield* plain(blob);
}

/** The next piece is asked for before the last one is read: files are another process's, and it takes its time. */
async function* plain(blob: Blob): AsyncGenerator<Chunk> {
  const piece = (at: number) => blob.slice(at, at + CHUNK).arrayBuffer();
  let next = piece(0);
  for (let at = 0; at < blob.size; at += CHUNK) {
    const bytes = new Uint8Array(await next);
    next = piece(at + CHUNK);
    // Who reads may stop here, and then nobody waits for it.
    next.catch(() => undefined);
    yield { bytes, done: Math.min(at + CHUNK, blob.size) };
  }
}

async function* unpacked(blob: Blob): AsyncGenerator<Chunk> {
  let done = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, out) {
      done += piece.length;
      out.enqueue(piece);
    },
  });
  const stream = blob.stream().pipeThrough(counted).pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (let next = await stream.read(); !next.done; next = await stream.read()) yield { bytes: next.value, done };
  } finally {
    void stream.cancel().catch(() => undefined);
  }
}

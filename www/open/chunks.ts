/** The bytes of a file piece by piece, out of gzip if they are in it; with how many bytes of the file they took. */

export interface Chunk {
  readonly bytes: Uint8Array;
  readonly done: number;
}

/** How much is read at once. */
const CHUNK = 256 << 10;

export async function* chunks(blob: Blob): AsyncGenerator<Chunk> {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (first === 0x1f && second === 0x8b) yield* unpacked(blob);
  else for (let at = 0; at < blob.size; at += CHUNK) yield { bytes: new Uint8Array(await blob.slice(at, at + CHUNK).arrayBuffer()), done: Math.min(at + CHUNK, blob.size) };
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

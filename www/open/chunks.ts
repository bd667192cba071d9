/** Reads a file piece by piece, and unpacks it if it is gzip. */

export interface Chunk {
  readonly bytes: Uint8Array;
  /** The number of bytes of the file that are read so far. */
  readonly done: number;
}

/** The number of bytes read at once. A megabyte takes about one slice of time. */
const CHUNK_BYTES = 1 << 20;

export async function* readChunks(blob: Blob): AsyncGenerator<Chunk> {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (first === 0x1f && second === 0x8b) yield* readGzip(blob);
  else yield* readPlain(blob);
}

/** Requests the next piece before the last one is used: another process of the browser reads the file, and that takes time. */
async function* readPlain(blob: Blob): AsyncGenerator<Chunk> {
  const piece = (at: number) => blob.slice(at, at + CHUNK_BYTES).arrayBuffer();
  let next = piece(0);
  for (let at = 0; at < blob.size; at += CHUNK_BYTES) {
    const bytes = new Uint8Array(await next);
    next = piece(at + CHUNK_BYTES);
    // The caller may stop here. Then nobody awaits the next piece, and its failure must not be reported as unhandled.
    next.catch(() => undefined);
    yield { bytes, done: Math.min(at + CHUNK_BYTES, blob.size) };
  }
}

async function* readGzip(blob: Blob): AsyncGenerator<Chunk> {
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

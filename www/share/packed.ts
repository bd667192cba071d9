/** Text that fits into a link: deflated, in the letters of base64 that an address may have. */

/** How much a link may unfold to: a few kilobytes can be made to say gigabytes. */
const LIMIT = 256 << 20;

export async function deflated(parts: readonly string[]): Promise<string> {
  const stream = new Blob(parts as string[]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (let at = 0; at < bytes.length; at += 4096) letters += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function inflated(data: string): Promise<Blob> {
  const packed = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await stream.read(); !next.done; next = await stream.read()) {
    size += next.value.length;
    if (size > LIMIT) throw new RangeError();
    pieces.push(next.value);
  }
  return new Blob(pieces);
}

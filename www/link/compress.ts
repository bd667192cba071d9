/** Text packed for a link: deflate, written as URL-safe base64. */

/** The largest text that a link may unpack to. A few kilobytes can be made to unpack to gigabytes. */
const MAX_UNPACKED = 256 << 20;

export async function compressForLink(parts: readonly string[]): Promise<string> {
  const stream = new Blob(parts as string[]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 4096) binary += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function decompressFromLink(data: string): Promise<Blob> {
  const packed = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await stream.read(); !next.done; next = await stream.read()) {
    size += next.value.length;
    if (size > MAX_UNPACKED) throw new RangeError();
    pieces.push(next.value);
  }
  return new Blob(pieces);
}

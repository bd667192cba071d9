// Bytes as text, for looking at: what is not UTF-8 shows as U+FFFD.
let decoder;

export function decoded(bytes) {
  decoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
  return decoder.decode(bytes);
}

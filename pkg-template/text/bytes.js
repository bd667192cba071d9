// Bytes as callers hold them, and as base64 in the standard alphabet and filled up, as AWS writes it.

/** True if a value is a view or a buffer of bytes. By its tag, so that a buffer of another realm counts. */
export function isBytes(value) {
  return ArrayBuffer.isView(value) || BUFFERS.includes(Object.prototype.toString.call(value));
}

const BUFFERS = ["[object ArrayBuffer]", "[object SharedArrayBuffer]"];

/** The base64 of a view or a buffer. */
export function base64Of(value) {
  const bytes = ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value);
  if (bytes.toBase64) return bytes.toBase64();
  if (typeof Buffer === "function") return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  // In pieces: a call has only so many arguments.
  let letters = "";
  for (let at = 0; at < bytes.length; at += PIECE) letters += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(letters);
}

const PIECE = 0x2000;

/** The bytes of base64. White space in it does not count. */
export function bytesOfBase64(text) {
  if (typeof Buffer === "function") return Buffer.from(text, "base64");
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

// Opaque handles: an issuer's payload with a MAC over it, so that the issuer detects altered and foreign ones.
import { createHash, createHmac } from "node:crypto";

/** Returns the base64 of a head that looks like the vendor's, a payload and HMAC-SHA256 over both. */
export function seal(issuer, payload, { alphabet = "base64", nonce = "" } = {}) {
  const inside = Buffer.from(JSON.stringify({ ...payload, nonce }));
  const head = Buffer.concat([Buffer.from(HEADS[issuer] ?? [0x12]), length(inside)]);
  const whole = Buffer.concat([head, inside, mac(issuer, Buffer.concat([head, inside]))]);
  return textOf(FRAMED.includes(issuer) ? Buffer.concat([frame(whole), whole, TAIL]) : whole, alphabet);
}

/** Opens a handle: returns its payload, or null if any bit differs from the `issuer`'s. `loose` compares bytes in either base64 alphabet. */
export function unseal(issuer, text, { alphabet = "base64", loose = false } = {}) {
  if (typeof text !== "string") return null;
  const sent = Buffer.from(text, alphabet);
  const bytes = FRAMED.includes(issuer) ? unframed(sent) : sent;
  const head = HEADS[issuer]?.length ?? 1;
  const size = head + 2;
  if (bytes.length < size + 32) return null;
  const inside = bytes.subarray(size, size + bytes.readUInt16BE(head));
  const signed = bytes.subarray(0, size + inside.length);
  if (bytes.length !== signed.length + 32 || !bytes.subarray(signed.length).equals(mac(issuer, signed))) return null;
  const payload = JSON.parse(inside.toString());
  // Node reads both alphabets and skips other characters; a strict issuer compares the text.
  if (!loose && text !== textOf(sent, alphabet)) return null;
  return payload;
}

/** Returns the text in either alphabet, with padding. */
const textOf = (bytes, alphabet) => bytes.toString(alphabet) + (alphabet === "base64url" ? "=".repeat((3 - (bytes.length % 3)) % 3) : "");

/** Returns a digest of twelve characters. */
export const digest = (text) => createHash("sha256").update(text).digest("base64url").slice(0, 12);

const mac = (issuer, bytes) => createHmac("sha256", `key of ${issuer}`).update(bytes).digest();
const length = (bytes) => Buffer.from([bytes.length >> 8, bytes.length & 255]);

// The first bytes imitate recorded handles: E… for Anthropic and Google, gAAAA… for OpenAI.
const HEADS = { anthropic: [0x0a, 0x46, 0x08, 0x09, 0x18, 0x02, 0x2a], google: [0x12, 0x34, 0x0a], openai: [0x80, 0, 0, 0], azure: [0x80, 0, 0, 0], xai: [0x78, 0x41], mistral: [0x4d] };

// Anthropic's is protobuf (recorded): a tag, a length, the payload of that length, and a small field after it.
const FRAMED = ["anthropic"];
const TAIL = Buffer.from([0x18, 0x01]);
const varint = (size) => (size < 128 ? [size] : [(size & 127) | 128, ...varint(size >> 7)]);
const frame = (bytes) => Buffer.from([0x12, ...varint(bytes.length)]);

function unframed(bytes) {
  const wide = bytes.findIndex((byte, nth) => nth && byte < 128) + 1;
  const rest = bytes.subarray(wide, -TAIL.length);
  return bytes[0] === 0x12 && bytes.subarray(-TAIL.length).equals(TAIL) && frame(rest).equals(bytes.subarray(0, wide)) ? rest : Buffer.alloc(0);
}

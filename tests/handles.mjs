// Handles in the forms of their vendors, for the simulator and for fixtures. The contents are made up, and the same for the same seed. `src/conversation/handle_form` says where the forms were measured.
import { createHash } from "node:crypto";

/** Returns a Claude signature, or the `data` of a redacted block. */
export const claudeSignature = (seed, size = 96) => claudeForm(bytesOf(seed, size), seed).toString("base64");

/** Returns the `redactedContent` of Converse: a handle of Claude in a second layer of base64. */
export const converseRedacted = (seed) => Buffer.from(claudeSignature(seed)).toString("base64");

/** Returns an `encrypted_content` of OpenAI. */
export const openaiCiphertext = (seed, blocks = 6) => padded(fernetForm(bytesOf(seed, blocks * 16), seed));

/** Returns a `thoughtSignature` of Gemini 3. */
export const geminiSignature = (seed, size = 96) => geminiForm(bytesOf(seed, size)).toString("base64");

/** Returns what other vendors and proxies write into `signature` on Anthropic's wire. */
export const FOREIGN = {
  uuid: (seed) => bytesOf(seed, 16).toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
  hex: (seed) => bytesOf(seed, 32).toString("hex"),
  json: (seed) => Buffer.from(JSON.stringify({ v: 1, id: bytesOf(seed, 9).toString("hex") })).toString("base64"),
  fernet: (seed) => openaiCiphertext(seed),
  gemini: (seed) => geminiSignature(seed),
  // Kimi's has no structure.
  plain: (seed) => Buffer.concat([Buffer.from([0xf3]), bytesOf(seed, 3254)]).toString("base64"),
  empty: () => "",
};

/** Puts a ciphertext into a message with the fields of Claude's: a header with a key, 12, 12 and 48 bytes, the ciphertext, and a number after it. */
export function claudeForm(ciphertext, seed = "") {
  const header = Buffer.concat([Buffer.from([0x08, 0x0b, 0x18, 0x02]), field(5, bytesOf(`${seed} key`, 64))]);
  const fixed = [12, 12, 48].map((size, nth) => field(nth + 2, bytesOf(`${seed} ${nth}`, size)));
  return Buffer.concat([field(2, Buffer.concat([field(1, header), ...fixed, field(5, ciphertext)])), Buffer.from([0x18, 0x01])]);
}

/** Puts a ciphertext of whole blocks into a Fernet token: version, time, 16 bytes, the ciphertext, 32 bytes. */
export const fernetForm = (ciphertext, seed = "") => Buffer.concat([Buffer.from([0x80, 0, 0, 0, 0, 0x69]), bytesOf(`${seed} time`, 3), bytesOf(`${seed} iv`, 16), ciphertext, bytesOf(`${seed} mac`, 32)]);

/** Puts a content into the two fields of Gemini 3. The content begins with the byte 1. */
export const geminiForm = (content) => field(2, field(1, Buffer.concat([Buffer.from([1]), content])));

/** Returns bytes that are the same for the same seed. */
export function bytesOf(seed, count) {
  const hashes = Array.from({ length: Math.ceil(count / 32) }, (_, nth) => createHash("sha256").update(`${seed} ${nth}`).digest());
  return Buffer.concat(hashes).subarray(0, count);
}

/** Returns base64url with padding, as OpenAI writes it. */
export const padded = (bytes) => bytes.toString("base64url") + "=".repeat((3 - (bytes.length % 3)) % 3);

const varint = (size) => (size < 128 ? [size] : [(size & 127) | 128, ...varint(size >> 7)]);
const field = (number, content) => Buffer.concat([Buffer.from([(number << 3) | 2, ...varint(content.length)]), content]);

// Opaque handles: an issuer's payload with a MAC over it in the form of its vendor, so that the issuer detects altered and foreign ones.
import { createHash, createHmac } from "node:crypto";
import { claudeForm, fernetForm, geminiForm, padded } from "../handles.mjs";

/** Returns the base64 of a payload and HMAC-SHA256 over it, in the form of the issuer's handles. */
export function seal(issuer, payload, { alphabet = "base64", nonce = "" } = {}) {
  return textOf(sealed(issuer, Buffer.from(JSON.stringify({ ...payload, nonce }))), alphabet);
}

/** Opens a handle: returns its payload, or null if any bit differs from the `issuer`'s. `loose` compares bytes in either base64 alphabet. */
export function unseal(issuer, text, { alphabet = "base64", loose = false } = {}) {
  if (typeof text !== "string") return null;
  const sent = Buffer.from(text, alphabet);
  const at = sent.indexOf(MARK);
  if (at < 0 || sent.length < at + MARK.length + 2) return null;
  const start = at + MARK.length + 2;
  const inside = sent.subarray(start, start + sent.readUInt16BE(start - 2));
  if (!sealed(issuer, inside).equals(sent)) return null;
  // Node reads both alphabets and skips other characters; a strict issuer compares the text.
  return loose || text === textOf(sent, alphabet) ? JSON.parse(inside.toString()) : null;
}

/** Returns the text in either alphabet, with padding. */
const textOf = (bytes, alphabet) => (alphabet === "base64url" ? padded(bytes) : bytes.toString(alphabet));

/** Returns a digest of twelve characters. */
export const digest = (text) => createHash("sha256").update(text).digest("base64url").slice(0, 12);

function sealed(issuer, inside) {
  const mac = createHmac("sha256", `key of ${issuer}`).update(inside).digest();
  const content = Buffer.concat([MARK, Buffer.from([inside.length >> 8, inside.length & 255]), inside, mac]);
  return (FORMS[issuer] ?? plainForm)(content, mac.toString("hex"));
}

// Marks the length of the payload, wherever the form puts it.
const MARK = Buffer.from("\0simulated\0");

const inBlocks = (bytes) => Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)]);
const fernet = (content, seed) => fernetForm(inBlocks(content), seed);
const plainForm = (content) => Buffer.concat([Buffer.from([0xa7, 0x41]), content]);
const FORMS = { anthropic: claudeForm, google: geminiForm, openai: fernet, azure: fernet };

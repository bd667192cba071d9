// A line in the file of a folder store: a frame. Frames follow each other. A writer that dies leaves a part of one, which fits no checksum, and the next frame is found behind it.
//
//   4 bytes   FF and the letters RTL; no text has a byte FF, so none can hold a frame
//   4 bytes   the length of the head
//   4 bytes   the length of the packed text; 0 if the line was deleted
//   4 bytes   the checksum of head and text
//   the head: JSON with name, keys, time, account, conversation
//   the packed text
import { createHash } from "node:crypto";
import { damagedLine } from "../stores/damaged-line.js";
import { packed } from "../stores/packed-line.js";

const START = Buffer.from("\xffRTL", "latin1");
const FRAME_BYTES = 16;
/** A frame is not longer: a body has at most 64 MiB, and a line is little longer than its answer. */
const MOST_BYTES = 1 << 28;
/** The letters of a key that are kept: 12 bytes in base64. */
const KEY_LETTERS = 16;

/** Writes a line as a frame. Without a text it is a deleted line. */
export function frameOf({ name, keys, time, account, conversation }, text) {
  const named = text === undefined ? {} : { account: account ?? undefined, conversation: conversation ?? undefined };
  const head = Buffer.from(JSON.stringify({ name: lettersOf(name), keys: keys.map(keyLetters).join(""), time, ...named }));
  const body = text === undefined ? Buffer.alloc(0) : packed(text);
  const frame = Buffer.concat([START, Buffer.alloc(FRAME_BYTES - START.length), head, body]);
  frame.writeUInt32LE(head.length, 4);
  frame.writeUInt32LE(body.length, 8);
  frame.writeUInt32LE(checksumOf(frame.subarray(FRAME_BYTES)), 12);
  return frame;
}

/** Reads the frame at a place of some bytes. Returns nothing if there is none, or not all of it. */
export function frameAt(bytes, at) {
  if (at + FRAME_BYTES > bytes.length || !START.equals(bytes.subarray(at, at + START.length))) return undefined;
  const [head, body] = [bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8)];
  const end = at + FRAME_BYTES + head + body;
  if (end > bytes.length || checksumOf(bytes.subarray(at + FRAME_BYTES, end)) !== bytes.readUInt32LE(at + 12)) return undefined;
  return headAt(bytes, at);
}

/** Reads the head of a frame that is known to be whole. Returns nothing if the bytes end within it. */
export function headAt(bytes, at) {
  const [head, body] = [bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8)];
  const text = at + FRAME_BYTES + head;
  return text > bytes.length ? undefined : { at, text, end: text + body, ...headOf(bytes.subarray(at + FRAME_BYTES, text)) };
}

/** Returns the length that a frame says it has, or nothing if no frame begins there. */
export function lengthAt(bytes, at) {
  if (at + FRAME_BYTES > bytes.length || !START.equals(bytes.subarray(at, at + START.length))) return undefined;
  const length = FRAME_BYTES + bytes.readUInt32LE(at + 4) + bytes.readUInt32LE(at + 8);
  return length <= MOST_BYTES ? length : undefined;
}

/**
 * Says what bytes are that no reader counts as a frame: an entry of the store. Nothing for zeros, which a deletion on a full disk leaves. `place` is where they begin in the file. A program that was killed while it wrote
 * leaves the beginning of a frame, which nobody was told is recorded.
 */
export function damagedEntry(bytes, place) {
  if (bytes.every((byte) => byte === 0)) return undefined;
  const isTorn = lengthAt(bytes, 0) > bytes.length;
  const where = `bytes ${place} to ${place + bytes.length} of the file`;
  const name = isTorn ? undefined : nameIn(bytes);
  return { key: name === undefined ? `${isTorn ? "torn" : "damaged"}-${place}` : `line-${name}`, value: damagedLine(isTorn ? `${where} are the beginning of a line: a program was killed while it wrote` : `${where} are damaged`), time: null, account: null, conversation: null };
}

/** Returns the name in the head of a damaged frame, if that can be read. */
function nameIn(bytes) {
  try {
    const { name } = headAt(bytes, 0);
    return /^[0-9a-f]{64}$/.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The next place where a frame may begin. */
export const nextStart = (bytes, at) => bytes.indexOf(START, at);

function headOf(bytes) {
  const { name, keys, time, account, conversation } = JSON.parse(bytes.toString());
  return { name: Buffer.from(name, "base64").toString("hex"), keys: keys.match(/.{16}/g) ?? [], time, account: account ?? null, conversation: conversation ?? null };
}

/** The beginning of a key, in base64: it shows where to look, and the ledger compares the whole. */
export const keyLetters = (key) => (key.length === KEY_LETTERS ? key : lettersOf(key).slice(0, KEY_LETTERS));

const lettersOf = (digits) => Buffer.from(digits, "hex").toString("base64").replace(/=+$/, "");
const checksumOf = (bytes) => createHash("sha256").update(bytes).digest().readUInt32LE(0);

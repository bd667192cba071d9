// The secrets of one conversation, and the markers that identify a copy of one anywhere else.
import { randomOf } from "../../random.mjs";

/** The length of a marker in characters; no two secrets share one. */
const LENGTH = 16;

/** Returns randomness for hidden text: every thought begins with a marker, and `marks` keeps them. */
export function hiddenOf(seed) {
  const random = randomOf(seed);
  const marks = [];
  const words = (least, most) => {
    marks.push(random.letters(LENGTH));
    return `${marks.at(-1)} ${random.words(least, most)}`;
  };
  return { ...random, words, marks };
}

const HANDLE = /"(?:signature|data|redactedContent|encrypted_content|thoughtSignature|thought_signature)":"([\w+/=-]{60,})"/g;

/** Returns every handle in the text of an answer, also of a stream. */
export const handlesIn = (text) => [...new Set([...text.matchAll(HANDLE)].map(([, handle]) => handle))];

/** A handle ends with its unique MAC. */
export const markOf = (handle) => handle.slice(-20 - LENGTH, -20);

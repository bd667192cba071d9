// The secrets of one conversation, and the marks by which a copy of one is known anywhere else.
import { randomOf } from "../../random.mjs";

/** So many characters of a secret are its mark; no two secrets share one. */
const LENGTH = 16;

/** Chance for what is hidden: every thought that it words begins with a mark, and `marks` keeps them. */
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

/** Every handle in the text of an answer, of a stream too. */
export const handlesIn = (text) => [...new Set([...text.matchAll(HANDLE)].map(([, handle]) => handle))];

/** A handle ends with its seal, which nothing else has. */
export const markOf = (handle) => handle.slice(-20 - LENGTH, -20);

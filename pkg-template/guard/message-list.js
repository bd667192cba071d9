// The messages of a request as text, to tell whether another request goes on from it.
import { locate } from "../text/text.js";
import { decoded } from "./decoded.js";

const LISTS = { "openai-responses": "/input", "gemini-interactions": "/input", "gemini-generate": "/contents" };
/** Marks of the caches, which move to the end with each request. */
const MARKS = [["cache_control", /,\s*"cache_control"\s*:\s*\{[^{}]*\}/g], ["cachePoint", /,\s*\{\s*"cachePoint"\s*:\s*\{[^{}]*\}\s*\}/g]];

/** The end of a list, which tells most of them apart. */
export const endOf = (text) => text.slice(-64);

/** The list of messages without its end, so that one that goes on begins with it; nothing if there is none. */
export function openList(body, wire) {
  try {
    const { raw } = locate(body, LISTS[wire] ?? "/messages");
    const written = typeof raw === "string" ? raw : decoded(raw);
    if (!written.startsWith("[")) return undefined;
    const plain = MARKS.reduce((text, [name, mark]) => (text.includes(name) ? text.replace(mark, "") : text), written);
    const text = plain.slice(0, -1).trimEnd();
    return { text, end: endOf(text) };
  } catch {
    // No list, or no JSON: nothing goes on from it.
    return undefined;
  }
}

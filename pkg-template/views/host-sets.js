// Asks the JavaScript engine which characters a part of a pattern matches: properties of Unicode, letters without case, sets of the flag `v`, and the
// special forms of a pattern without the flag `u`. The engine has the tables of Unicode, so the wasm needs none, and a pattern has the same meaning
// as in RegExp. The search itself is ours, because RegExp may take unlimited time.
import { InputError } from "../errors/index.js";

/** An escape, the head of a group, a class, a count, or one character. A class of the flag `v` may contain classes. */
const TOKEN = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89aAbB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<[^>]*>|c[a-zA-Z]|[1-9]\d*|0[0-7]{0,2}|[^])|\(\?(?:<?[=!]|<[^>]*>|[a-z-]*:)|\{\d+(?:,\d*)?\}|[^]/uy;
/** The forms that the wasm reads as RegExp does, with any flags. */
const PLAIN_ESCAPE = /^\\(?:[dDsSbB]|[nrtfv]|0(?![0-7])|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}(?:\\u[0-9a-fA-F]{4})?|[\^$\\.*+?()[\]{}|/])$/u;
const PLAIN_CLASS = /^\[\^?(?:[^\\\][&~^]|\\(?:[dDwWsS]|[nrtfvb]|x[0-9a-fA-F]{2}|[\^$\\.*+?()[\]{}|/-]))*\]$/;
/** Sets at the end of a range in a class. RegExp without `u` then reads the hyphen as a character, and the wasm refuses it. */
const RANGE_OF_SET = /\\[dDwWsS]-[^\]]|-\\[dDwWsS]/;
const OF_STRINGS = /\\q\{|\\p\{(?:Basic_Emoji|Emoji_Keycap_Sequence|RGI_\w+)\}/;
const ASCII = /^[\0-\x7f]*$/;

/**
 * Lists the parts of a pattern that the wasm does not read itself: for each its byte, its length in bytes, and the ranges of its characters. `at` is
 * the pointer of the pattern. In a pattern that is a text, `\p{…}` and `\u{…}` need no flag `u`: nobody means their letters.
 */
export function hostSets(source, given, at, isText) {
  const sets = [];
  const refuse = (reason, offset, cause) => {
    throw new InputError(reason, { code: "E_PATTERN", offset, pointer: at, cause });
  };
  let byte = 0;
  for (const { text, refers } of tokens(source, given)) {
    const length = byteLength(text);
    const isNamed = /\\[pPu]\{/.test(text);
    const flags = isText && isNamed && !/[uv]/.test(given) ? `${given}u` : given;
    if (isNamed && !/[uv]/.test(flags)) refuse(`without the flag u, ${text} is the text ${text.replaceAll("\\", "")}`, byte);
    if (OF_STRINGS.test(text)) refuse("a set of strings is refused: a set is of characters here", byte);
    // The wasm refuses a back-reference, with its reason.
    if (!refers && isAsked(text, flags)) {
      try {
        sets.push([byte, length, ...rangesOf(text, flags)]);
      } catch (cause) {
        refuse(cause instanceof HalfOfPair ? "half of a surrogate pair is refused: with the flag u, \\u{…} is the whole character" : `RegExp refuses ${text}`, byte, cause);
      }
    }
    byte += length;
  }
  return sets;
}

/** Yields the tokens of a pattern, a class as one token. `refers` is true for a back-reference. */
function* tokens(source, flags) {
  // Without `u`, a number that is not that of a group is a character by its octal code.
  const groups = /[uv]/.test(flags) ? Infinity : source.match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0;
  for (let at = 0; at < source.length; ) {
    TOKEN.lastIndex = at;
    let text = source[at] === "[" ? classAt(source, at, flags.includes("v")) : TOKEN.exec(source)[0];
    const refers = /^\\(?:k<|[1-9])/.test(text) && !(Number(text.slice(1)) > groups);
    if (/^\\[1-9]/.test(text) && !refers) [text] = /^\\(?:[1-3][0-7]{0,2}|[4-7][0-7]?|[89])/.exec(text);
    yield { text, refers };
    at += text.length;
  }
}

/** Returns a class with its brackets. An unclosed one ends with the pattern, and the wasm reports it. */
function classAt(source, start, nests) {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "[" && (nests || depth === 0)) depth += 1;
    else if (source[at] === "]" && --depth === 0) return source.slice(start, at + 1);
  }
  return source.slice(start);
}

/** Returns true if the engine must say what a token matches. */
function isAsked(text, flags) {
  const [folds, unicode] = [flags.includes("i"), /[uv]/.test(flags)];
  if (text[0] === "[") return text.length > 1 && text.endsWith("]") && (flags.includes("v") || (folds && unicode) || !PLAIN_CLASS.test(text) || !ASCII.test(text) && folds || RANGE_OF_SET.test(text));
  if (text[0] === "\\") {
    if (/^\\[bB]$/.test(text)) return false;
    if (/^\\[wW]$/.test(text)) return folds && unicode;
    return !PLAIN_ESCAPE.test(text) || (folds && /^\\[xu]/.test(text));
  }
  if (text.length > 1 && text[0] === "(") return false;
  if (text[0] === "{" || text[0] === "}" || text[0] === "]") return !unicode && text.length === 1;
  return folds && !/^[\^$.*+?()|]$/.test(text) && (unicode ? /[ks]/i.test(text) || !ASCII.test(text) : !ASCII.test(text));
}

class HalfOfPair extends Error {}

const known = new Map();
/** Policies may come from anywhere, so the cache has a limit. */
const MOST_KNOWN = 256;

/** Returns the ranges of the characters that a token matches, first and last in turn. */
function rangesOf(text, flags) {
  // A character beyond 16 bits is one character only with the flag `u`.
  const how = /[uv]/.test(flags) || !/[\ud800-\udbff]/.test(text) ? flags.replace(/[^iuv]/g, "") : `${flags.replace(/[^i]/g, "")}u`;
  const name = `${how}/${text}`;
  if (!known.has(name)) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(name, text[0] === "[" || text[0] === "\\" ? scanned(text, how) : folded(text, how));
  }
  return known.get(name);
}

let everything;
let cased;

/** Returns all characters, each once and in order, without the halves of surrogate pairs. */
function allCharacters() {
  if (everything) return everything;
  const pieces = [];
  for (let from = 0; from <= 0x10ffff; from += 0x800) {
    if (from === 0xd800) continue;
    pieces.push(String.fromCodePoint(...Array.from({ length: 0x800 }, (_, nth) => from + nth)));
  }
  return (everything = pieces.join(""));
}

/** Tests every character. */
function scanned(text, how) {
  const ranges = [];
  for (const { 0: run, index } of allCharacters().matchAll(new RegExp(`(?:${text})+`, `${how}g`))) {
    const [first, end] = [characterAt(index), characterAt(index + run.length)];
    const before = ranges.length - 1;
    if (ranges[before] === first - 1) ranges[before] = end - 1;
    else ranges.push(first, end - 1);
  }
  return new RegExp(`^(?:${text})$`, how).test("\ud800") ? withHalves(ranges) : ranges;
}

/** Lone halves of pairs lie between two neighbours in the text of all characters. */
function withHalves(ranges) {
  const pairs = [[0xd800, 0xdfff]];
  for (let nth = 0; nth < ranges.length; nth += 2) pairs.push([ranges[nth], ranges[nth + 1]]);
  pairs.sort(([one], [other]) => one - other);
  const joined = [];
  for (const [first, last] of pairs) {
    if (joined.length && joined.at(-1) >= first - 1) joined[joined.length - 1] = Math.max(joined.at(-1), last);
    else joined.push(first, last);
  }
  return joined;
}

/** Returns the character at an offset in the text of all characters. */
function characterAt(place) {
  if (place < 0xd800) return place;
  if (place < 0xf800) return place + 0x800;
  const pairs = place - 0xf800;
  if (pairs % 2) throw new HalfOfPair();
  return 0x10000 + pairs / 2;
}

/** Returns the ranges for one letter regardless of case. Only characters with cases can match others. */
function folded(text, how) {
  cased ??= (allCharacters().match(/[\p{CWCF}\p{CWU}\p{CWL}\p{CWT}]/gu) ?? []).join("");
  const letter = text.length > 1 || !/[\^$\\.*+?()[\]{}|/]/.test(text) ? text : `\\${text}`;
  const found = new Set([text, ...(how.includes("i") ? cased.match(new RegExp(letter, `${how}g`)) ?? [] : [])]);
  return [...found].map((each) => each.codePointAt(0)).sort((one, other) => one - other).flatMap((point) => [point, point]);
}

function byteLength(text) {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0);
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

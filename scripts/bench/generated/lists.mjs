// Bodies with longer lists: rules, converters and readers work on lists, so each list of each body is tried at any length.

/** The names of members that distinguish one element from another. */
const ID = /(^|_)id$|Id$|^uuid$|Uuid$/;
const HANDLE = /^(signature|thought_?[sS]ignature|encrypted_content|encryptedContent|data)$/;

/** Returns the paths of all lists of a body that contain an object. */
export function listsIn(body) {
  const found = [];
  const open = [{ value: body, path: [] }];
  for (let at = 0; at < open.length; at++) {
    const { value, path } = open[at];
    if (Array.isArray(value) && value.some((each) => isObject(each))) found.push(path);
    if (isObject(value)) for (const [key, inner] of Object.entries(value)) open.push({ value: inner, path: [...path, Array.isArray(value) ? Number(key) : key] });
  }
  return found;
}

/**
 * Returns a copy in which the lists at `paths` have `count` elements: their own, repeated. With `own`, each round has new ids and handles, the same
 * in all lists, so that calls and results still match.
 */
export function grown(body, paths, count, own) {
  const copy = structuredClone(body);
  for (const path of paths) {
    const list = path.reduce((value, key) => value[key], body);
    const target = path.reduce((value, key) => value[key], copy);
    target.length = 0;
    for (let nth = 0; nth < count; nth++) target.push(own ? renamed(list[nth % list.length], Math.floor(nth / list.length)) : list[nth % list.length]);
  }
  return copy;
}

function renamed(value, round) {
  if (!isObject(value) || !round) return value;
  if (Array.isArray(value)) return value.map((each) => renamed(each, round));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, typeof inner === "string" ? renamedText(key, inner, round) : renamed(inner, round)]));
}

function renamedText(key, text, round) {
  if (!text) return text;
  if (ID.test(key)) return `${text}_${round}`;
  // Four more letters are still base64.
  return HANDLE.test(key) && !text.endsWith("=") ? text + round.toString(36).padStart(4, "A") : text;
}

/** Returns the kind of a value: its names and types, and the words that identify it. Lists of the same kind need not all be tried. */
export function kindOf(value, key = "") {
  if (Array.isArray(value)) return `[${[...new Set(value.map((each) => kindOf(each)))]}]`;
  if (isObject(value)) return `{${Object.entries(value).map(([key, inner]) => `${key}:${kindOf(inner, key)}`).sort()}}`;
  if (typeof value === "string" && ["role", "type", "status", "phase"].includes(key)) return value;
  return typeof value === "string" && !value ? "empty" : typeof value;
}

const isObject = (value) => typeof value === "object" && value !== null;

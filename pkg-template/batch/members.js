// The members of an object where they stand in its bytes. `locate` would read the whole line once for each of them.

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d];
const KINDS = { [QUOTE]: "string", [OPEN_LIST]: "array", [OPEN_OBJECT]: "object", 0x6e: "null", 0x74: "boolean", 0x66: "boolean" };

/**
 * The members of the object that stands from one byte of a Buffer to another: `{kind, start, end}` by name, of those names that are asked for: a line may have millions of
 * others. Of equal names the last counts, as in `JSON.parse`. The text must be known to be JSON (`scan`); if it is no object there are no members.
 */
export function membersOf(bytes, names, from = 0, to = bytes.length) {
  const members = new Map();
  let at = skipSpace(bytes, from);
  if (bytes[at] !== OPEN_OBJECT) return members;
  at = skipSpace(bytes, at + 1);
  while (at < to && bytes[at] !== CLOSE_OBJECT) {
    const nameEnd = stringEnd(bytes, at);
    const name = JSON.parse(bytes.utf8Slice(at, nameEnd));
    const start = skipSpace(bytes, skipSpace(bytes, nameEnd) + 1);
    const end = valueEnd(bytes, start, to);
    if (names.has(name)) members.set(name, { kind: KINDS[bytes[start]] ?? "number", start, end });
    at = skipSpace(bytes, end);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
  return members;
}

/** The first byte that is not white space of JSON; `to` if there is none before it. A batch has many lines: without `to`, empty ones would be read again for each line. */
export function skipSpace(bytes, from, to = bytes.length) {
  let at = from;
  while (at < to && isSpace(bytes[at])) at++;
  return at;
}

const isSpace = (byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a;

function valueEnd(bytes, start, to) {
  const first = bytes[start];
  if (first === QUOTE) return stringEnd(bytes, start);
  if (first === OPEN_OBJECT || first === OPEN_LIST) return containerEnd(bytes, start, to);
  let at = start;
  while (at < to && bytes[at] !== COMMA && bytes[at] !== CLOSE_OBJECT && !isSpace(bytes[at])) at++;
  return at;
}

/** A list or an object ends where as many brackets are closed as were opened; those in strings do not count. */
function containerEnd(bytes, start, to) {
  let depth = 0;
  for (let at = start; at < to; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = stringEnd(bytes, at) - 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && --depth === 0) return at + 1;
  }
  return to;
}

function stringEnd(bytes, start) {
  let at = start + 1;
  for (let byte = bytes[at]; byte !== QUOTE && byte !== undefined; byte = bytes[at]) at += byte === BACKSLASH ? 2 : 1;
  return at + 1;
}

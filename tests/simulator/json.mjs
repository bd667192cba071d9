// JSON that keeps details that JSON.parse loses: the text of a number such as 1.0 or 12345678901234567890, and the order of keys.

/** A number whose text differs from JavaScript's. */
export class Num {
  constructor(text) {
    this.text = text;
  }

  /** Returns a unique string, from which `write` removes the quotes. */
  toJSON() {
    return `\u0001${this.text}\u0001`;
  }
}

const MARK = "\\u0001";
const MARKED = /"\\u0001([-+.\w]+)\\u0001"/g;

/** Reads a text into plain values; numbers that would change become a Num. */
export function parse(text) {
  let at = 0;
  const fail = () => {
    throw new SyntaxError(`not JSON at ${at}`);
  };
  const space = () => {
    while (text.charCodeAt(at) <= 32 && at < text.length) at++;
  };
  const string = () => {
    const start = at;
    do at = text.indexOf('"', at + 1);
    while (at >= 0 && escaped(text, at));
    if (at < 0) fail();
    const inside = text.slice(start + 1, at++);
    return inside.includes("\\") ? JSON.parse(`"${inside}"`) : inside;
  };
  const items = (close, one) => {
    at++;
    space();
    if (text[at] === close) return void at++;
    for (;;) {
      one();
      space();
      if (text[at] === close) return void at++;
      if (text[at++] !== ",") fail();
      space();
    }
  };
  const value = () => {
    space();
    const head = text[at];
    if (head === "{") {
      const object = {};
      items("}", () => {
        const key = string();
        space();
        if (text[at++] !== ":") fail();
        object[key] = value();
      });
      return object;
    }
    if (head === "[") {
      const array = [];
      items("]", () => array.push(value()));
      return array;
    }
    if (head === '"') return string();
    WORD.lastIndex = at;
    const found = WORD.exec(text)?.[0] ?? fail();
    at += found.length;
    if (found === "true" || found === "false" || found === "null") return JSON.parse(found);
    const number = JSON.parse(found);
    return String(number) === found ? number : new Num(found);
  };
  const result = value();
  space();
  if (at < text.length) fail();
  return result;
}

/** Returns true if the quote there follows an odd number of backslashes. */
function escaped(text, at) {
  let before = at;
  while (text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}

const WORD = /[-+.\w]+/y;

// The words of a conversation are unchanged and are written again with every request.
const written = new WeakMap();

/** Returns the text of a value that will not change any more. */
export function writeOnce(value) {
  if (!written.has(value)) written.set(value, write(value));
  return written.get(value);
}

/** Returns the text of a value, without white space; a Num keeps its text. */
export function write(value) {
  const text = JSON.stringify(value);
  return text.includes(MARK) ? text.replace(MARKED, "$1") : text;
}

/** Returns the same value with sorted keys and JavaScript's numbers: a provider compares this, since formatting never matters. */
export function canonical(value) {
  if (value instanceof Num) return JSON.stringify(Number(value.text));
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

/** Returns a copy that shares nothing. */
export function copy(value) {
  if (value instanceof Num || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(copy);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}

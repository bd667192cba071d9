// Where a byte of a request is for people: its line, its column, the text around it.
const decoder = new TextDecoder();

/** The line and the column of a byte, both from one; columns are counted in UTF-16 units, as editors do. */
export function positionAt(bytes, offset) {
  let line = 1;
  let begin = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < offset; at = bytes.indexOf(NEWLINE, begin)) {
    line++;
    begin = at + 1;
  }
  return { line, column: decoder.decode(bytes.subarray(begin, offset)).length + 1, begin };
}

/** The text of a place with a little around it, cut where it is long, and what to put under it: `{line, before, marked, after}`. */
export function excerptAt(bytes, start, end) {
  const { line, begin } = positionAt(bytes, start);
  const next = bytes.indexOf(NEWLINE, start);
  const close = next < 0 ? bytes.length : next;
  const before = decoder.decode(bytes.subarray(begin, start));
  const marked = decoder.decode(bytes.subarray(start, Math.min(end, close)));
  const after = decoder.decode(bytes.subarray(Math.min(end, close), close));
  return { line, before: lastOf(before, AROUND), marked: headOf(marked, MARKED), after: headOf(after, AROUND) };
}

const NEWLINE = 0x0a;
const [AROUND, MARKED] = [24, 72];
const headOf = (text, length) => (text.length > length ? `${wholeHead(text, length)}…` : text);
const lastOf = (text, length) => (text.length > length ? `…${wholeTail(text, length)}` : text.trimStart());
// A pair of surrogates is not cut in two.
const wholeHead = (text, length) => text.slice(0, /[\ud800-\udbff]/.test(text[length - 1]) ? length - 1 : length);
const wholeTail = (text, length) => text.slice(text.length - length + (/[\udc00-\udfff]/.test(text[text.length - length]) ? 1 : 0));

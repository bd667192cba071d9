// Parts of a stream of Gemini.

/** Joins the pieces of one text, as Google's own chat does. */
export function joined(parts) {
  const list = [];
  for (const part of parts) {
    const last = list.at(-1);
    const isPiece = last?.text !== undefined && part.text !== undefined && Boolean(last.thought) === Boolean(part.thought) && !last.thoughtSignature;
    if (!isPiece) list.push({ ...part });
    else Object.assign(last, { ...part, text: last.text + part.text });
  }
  return list;
}

// Elements as values: the command line writes them as html, and the script of the page makes nodes of them. Text is escaped in both.

/** Returns an element. Children are elements, texts and numbers, in lists of any depth; undefined, null and false are ignored. */
export function element(tag, attributes, ...children) {
  return { tag, attributes: attributes ?? {}, children: children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false && child !== "") };
}

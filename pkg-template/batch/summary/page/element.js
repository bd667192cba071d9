// Elements as values: the command line writes them as html, and the script of the page makes nodes of them. Text is text in both.

/** An element. Children are elements, texts and numbers, in lists of any depth; nothing is made of undefined, null and false. */
export function element(tag, attributes, ...children) {
  return { tag, attributes: attributes ?? {}, children: children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false && child !== "") };
}

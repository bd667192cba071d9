// Text as HTML.

const NAMES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Writes a text so that HTML shows it. */
export const escape = (text) => String(text).replace(/[&<>"]/g, (character) => NAMES[character]);

/** A text as html writes it, in an element or in an attribute. */
export const escaped = (text) => String(text ?? "").replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

import type { explain } from "./audit.js";

/** Makes `explain` of a function that gives the text of the cards (`rethought/cards`), which is asked once, at the first call. */
export function explainer(read: () => string): typeof explain;

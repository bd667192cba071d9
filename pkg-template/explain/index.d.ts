import type { explain } from "../audit/audit.js";

/**
 * Makes `explain` of a function that gives the text of the cards (`rethought/cards`), which is called once, at the first call.
 *
 * @example
 * import cards from "rethought/cards";
 * import { explainer } from "rethought/explain";
 *
 * const explain = explainer(() => cards);
 * explain("thinking-without-signature").id; // → "thinking-without-signature"
 */
export function explainer(read: () => string): typeof explain;

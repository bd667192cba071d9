// The value in place of a damaged line. A store reads many lines at once, for several conversations: only the reader of the damaged one may fail.

/** No line begins with it. */
const BEGINNING = "damaged line: ";

/** Returns the text that a store gives for such a line. */
export const damagedLine = (reason) => BEGINNING + reason;

/** Returns why a line cannot be read, or nothing if the text is not such a one. */
export const damageOf = (text) => (text.startsWith(BEGINNING) ? text.slice(BEGINNING.length) : undefined);

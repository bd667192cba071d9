/** Every sentence the page says, in one place. */
export const words = {
  name: "rethought",
  starting: "Starting …",
  /** Why the core did not start: `{0}` is the browser's own message. */
  start: {
    incomplete: "This page is not whole: its {0} is missing or cut off. Load or save the page again.",
    unsupported: "This browser has no {0}, which the page needs. Any browser of 2024 or later has it.",
    refused: "The browser did not run the page's WebAssembly ({0}). A policy of the server or of the browser may forbid it.",
  },
  panel: { name: "Details", audit: "Audit", wire: "Wire", whatif: "What if" },
  head: {},
  opener: {},
  share: {},
  help: {},
  timeline: {},
  talk: { name: "Conversation" },
  audit: {},
  whatif: {},
  wire: {},
  open: {
    /** `{0}` is the name of the file. */
    unknown: "{0} is no transcript, request, response or stream that is known here.",
    /** `{1}` the line, `{2}` why. */
    unread: "{0} could not be read: line {1}: {2}.",
    failed: "{0} could not be opened: {1}.",
  },
} as const;

/** Puts the values into the places `{0}`, `{1}` … of a sentence. */
export const filled = (sentence: string, ...values: readonly string[]): string =>
  sentence.replace(/\{(\d)\}/g, (place, at: string) => values[Number(at)] ?? place);

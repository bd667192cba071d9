/** The core did not start. The message is a sentence for the person who opened the page. */
export class StartError extends Error {
  override name = "StartError";
  readonly reason: StartFailure;

  constructor(reason: StartFailure, detail: string) {
    super(SENTENCES[reason](detail));
    this.reason = reason;
  }
}

export type StartFailure = "incomplete" | "unsupported" | "refused";

const SENTENCES: Readonly<Record<StartFailure, (detail: string) => string>> = {
  incomplete: (part) => `This page is incomplete: its ${part} is missing or cut off. Load or save the page again.`,
  unsupported: (feature) => `This browser does not support ${feature}. Use a browser of 2024 or later.`,
  refused: (message) => `The browser did not run the page's WebAssembly (${message}). A policy of the server or of the browser may forbid it.`,
};

/**
 * Starts the package: its wasm and the texts of its rules stand in blocks at the end of the document, packed, and are handed to
 * `rethought/slim` as any user of it would do. Nothing is fetched.
 */
import { explainer } from "rethought/explain";
import { audit, classify, decode, detect, init, Ledger, readRequest, redact, repair, StreamDecoder, TranscriptReader, version } from "rethought/slim";
import { digest, locate, placeAt } from "rethought/slim/json";
import { reasonOf } from "./reason";
import { giveRules } from "./rules";
import type { Known } from "./views/whatif/known";
import { filled, words } from "./words";

/** What the page has of the package. Named one by one, so that the script has no code that nobody calls; `explain` comes from the block of cards. */
const offered = { audit, classify, decode, detect, digest, Ledger, locate, placeAt, readRequest, redact, repair, StreamDecoder, TranscriptReader, version };

export type Core = typeof offered & { explain: ReturnType<typeof explainer>; known: Known };

/** The core did not start. The message is a sentence for the person before the page. */
export class StartError extends Error {
  override name = "StartError";
  readonly reason: keyof typeof words.start;

  constructor(reason: keyof typeof words.start, detail: string) {
    super(filled(words.start[reason], detail));
    this.reason = reason;
  }
}

/**
 * Resolves when everything of `Core` may be called; rejects with a `StartError`. The first paint comes before, whatever the machine.
 * The document is marked `data-core="ready"` or `"failed"`, for those who look from outside.
 */
export async function startCore(): Promise<Core> {
  const mark = (state: "ready" | "failed") => document.documentElement.setAttribute("data-core", state);
  try {
    const core = await started();
    // Not before the caller, who waits for the same, has had its turn.
    setTimeout(mark, 0, "ready");
    return core;
  } catch (error) {
    setTimeout(mark, 0, "failed");
    throw error;
  }
}

async function started(): Promise<Core> {
  await painted();
  await parsed();
  if (typeof WebAssembly !== "object") throw new StartError("unsupported", "WebAssembly");
  if (typeof DecompressionStream !== "function") throw new StartError("unsupported", "DecompressionStream");
  // In the order of the page: of one that is cut off, the first that is missing is named.
  const wasm = await unpacked("wasm");
  const rules = await unpacked("rules");
  const cards = await unpacked("cards");
  const known = await unpacked("known");
  giveRules(textOf(rules));
  try {
    init(await WebAssembly.compile(wasm));
  } catch (error) {
    // The checksum of the block was right, so it is not the bytes.
    throw new StartError("refused", reasonOf(error));
  }
  return { ...offered, explain: explainer(() => textOf(cards)), known: JSON.parse(textOf(known)) };
}

/** A frame is asked for, and left to be drawn. In a page that is not shown there is none. */
function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** The document is there to its end, with all blocks. */
export function parsed(): Promise<void> {
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("DOMContentLoaded", () => resolve(), { once: true }));
}

const textOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);

/** The bytes of a block: gzip, as base64. */
export async function unpacked(id: "wasm" | "rules" | "cards" | "known" | "examples"): Promise<ArrayBuffer> {
  try {
    const text = atob(document.getElementById(id)?.textContent ?? "");
    const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return await new Response(stream).arrayBuffer();
  } catch {
    throw new StartError("incomplete", id === "wasm" ? "WebAssembly" : id === "examples" ? "list of examples" : "catalogue of rules");
  }
}

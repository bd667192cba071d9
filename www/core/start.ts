/** Starts the package: reads its wasm and texts from the blocks of the document and hands them to `rethought/slim`, as any user of the package does. */
import { explainer } from "rethought/explain";
import { init } from "rethought/slim";
import { errorMessage } from "../errors";
import { unpackBlock, waitForDocument } from "./blocks";
import { type Core, packageFunctions } from "./core";
import { StartError } from "./start-error";

/**
 * Resolves when all of `Core` may be called; rejects with a `StartError`. The first paint always comes before.
 * Sets `data-core` of the document to `ready` or `failed`, so that tests and embedding pages can wait for it.
 */
export async function startCore(): Promise<Core> {
  const markDocument = (state: "ready" | "failed") => document.documentElement.setAttribute("data-core", state);
  try {
    const core = await startPackage();
    // The timeout lets the caller handle the result first. A test that waits for the attribute then finds the page ready.
    setTimeout(markDocument, 0, "ready");
    return core;
  } catch (error) {
    setTimeout(markDocument, 0, "failed");
    throw error;
  }
}

async function startPackage(): Promise<Core> {
  await waitForPaint();
  await waitForDocument();
  if (typeof WebAssembly !== "object") throw new StartError("unsupported", "WebAssembly");
  if (typeof DecompressionStream !== "function") throw new StartError("unsupported", "DecompressionStream");
  // The order is that of the document. If the document was cut off, the error names the first missing block.
  const wasm = await unpackBlock("wasm");
  const cards = await unpackBlock("cards");
  const known = await unpackBlock("known");
  try {
    init(await WebAssembly.compile(wasm));
  } catch (error) {
    // The gzip checksum of the block was right, so the browser refused intact bytes.
    throw new StartError("refused", errorMessage(error));
  }
  return { ...packageFunctions, explain: explainer(() => decode(cards)), known: JSON.parse(decode(known)) };
}

/** Resolves after the browser has painted a frame; at once in a hidden page, which paints none. */
function waitForPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

const decode = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);

/** The built-in examples. They are in a block of the document and are read once, while the page is already usable. */
import { signal } from "@preact/signals";
import { unpackBlock, waitForDocument } from "../core/blocks";
import type { Example } from "../examples";

/** Empty until the block is read. */
export const examples = signal<readonly Example[]>([]);

let reading: Promise<readonly Example[]> | undefined;

/** Reads the block; further calls return the same promise. */
export function readExamples(): Promise<readonly Example[]> {
  reading ??= unpackExamples();
  return reading;
}

async function unpackExamples(): Promise<readonly Example[]> {
  await waitForDocument();
  examples.value = JSON.parse(await new Blob([await unpackBlock("examples")]).text()) as Example[];
  return examples.value;
}

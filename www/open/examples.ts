/** The examples: they stand in a block of the page, texts and titles, and nothing waits for them. */
import { signal } from "@preact/signals";
import { parsed, unpacked } from "../core";
import type { Example } from "../examples";

/** Those that there are; none before the block has come. */
export const examples = signal<readonly Example[]>([]);

let read: Promise<readonly Example[]> | undefined;

/** Reads the block, once. */
export function readExamples(): Promise<readonly Example[]> {
  return (read ??= unpackedExamples());
}

async function unpackedExamples(): Promise<readonly Example[]> {
  await parsed();
  examples.value = JSON.parse(await new Blob([await unpacked("examples")]).text()) as Example[];
  return examples.value;
}

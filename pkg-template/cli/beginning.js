// The beginning of a file, looked at to tell its format. More of it is never read.
import { TranscriptReader } from "../start/node.js";

/** How many bytes are looked at. */
export const BEGINNING = 1 << 20;

/**
 * The format of a file, `body` if it is a request or an answer alone, and the sentence for a file of a format that is not read. A file that is broken has no
 * sentence here, because whoever reads it says more.
 */
export function beginningOf(bytes) {
  const reader = new TranscriptReader();
  const records = reader.push(bytes.subarray(0, BEGINNING));
  if (bytes.length <= BEGINNING && (reader.format === undefined || reader.format === "body")) records.push(...reader.finish());
  return { format: reader.format, fault: records.find(({ unread }) => unread)?.reason };
}

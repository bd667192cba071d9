import { readTranscript, TranscriptReader } from "rethought";
import type { TranscriptExchange, TranscriptFault, TranscriptFormat, TranscriptOptions, TranscriptOutcome, TranscriptRecord, TranscriptSource, UnreadFormat, Unrecorded, Wire } from "rethought";
import type { Equal, Expect } from "./equal.js";

export type Records = [
  Expect<Equal<TranscriptRecord, TranscriptExchange | TranscriptFault | TranscriptOutcome>>,
  Expect<Equal<TranscriptFault, { type: "fault"; line: number; offset: number; reason: string; unread?: UnreadFormat }>>,
  Expect<Equal<TranscriptExchange["unrecorded"], Unrecorded[] | undefined>>,
  Expect<Equal<Unrecorded, "settings" | "messages" | "handles" | "host">>,
  Expect<Equal<TranscriptExchange["request"], Uint8Array | undefined>>,
  Expect<Equal<TranscriptExchange["wire"], Wire | undefined>>,
  Expect<Equal<TranscriptReader["format"], TranscriptFormat | undefined>>,
  Expect<Equal<ReturnType<TranscriptReader["push"]>, TranscriptRecord[]>>,
  Expect<Equal<ReturnType<typeof readTranscript>, AsyncGenerator<TranscriptRecord, void, void>>>,
];

/** `type` distinguishes them. */
export function reasonOf(record: TranscriptRecord): string | undefined {
  return record.type === "fault" ? record.reason : record.type === "session" ? record.status : record.label;
}

export const told = new TranscriptReader().push("{}");
export const read = readTranscript([new Uint8Array(), "{}"]);
export const limited = readTranscript([new Uint8Array()], { maxUnpackedBytes: Infinity } satisfies TranscriptOptions);
export const given: TranscriptSource = { stream: () => ["{}"] };

// @ts-expect-error a limit is a number
readTranscript([], { maxUnpackedBytes: "1 GB" });
// @ts-expect-error there is no such option
readTranscript([], { limit: 1 });

// @ts-expect-error a number gives no chunks
readTranscript(7);

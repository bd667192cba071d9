// The doctor: what killed a session of an agent, and the edit of its file that revives it.
import type { Diagnosis } from "../records/index.js";
import type { RawBody } from "../text/body.js";
import type { TranscriptSource } from "./transcript.js";

/** The circumstances of the next request. */
export interface DiagnoseOptions {
  /** An error that the file does not hold, as the agent shows it. */
  because?: string | undefined;
  /** The model that answers next, if it is another one. */
  model?: string | undefined;
  /** The host that answers next, if it is another one. */
  host?: string | undefined;
  /** `other` if the session is resumed with another account. */
  account?: "other" | undefined;
}

/**
 * Diagnoses a session of an agent: what happened, and what the provider will answer to the next request. The result has the edits of the file that make that
 * request acceptable. Nothing is written. The file is read twice if it has to be edited: give a `Blob` (`fs.openAsBlob`) or a function that opens it. The
 * chunks of any other source are kept in memory. The offsets of a packed file are those of its unpacked bytes.
 *
 * @example
 * import { diagnose } from "rethought/sessions";
 *
 * const message = (message) => JSON.stringify({ type: message.role, sessionId: "s1", uuid: message.role, parentUuid: message.role === "user" ? null : "user", message });
 * const thinking = { type: "thinking", thinking: "Hm.", signature: "REDACTED" };
 * const answer = { id: "msg_01A", role: "assistant", model: "claude-sonnet-4-5", content: [thinking, { type: "text", text: "Hello." }] };
 * const diagnosis = await diagnose([message({ role: "user", content: "Hi" }), "\n", message(answer)]);
 * [diagnosis.next, diagnosis.edits.length, diagnosis.resume]; // → ["rejected", 1, "claude --resume s1"]
 *
 * @throws {InputError} for a source that gives neither text nor bytes, or an unknown option (`E_INPUT`), or for damaged gzip.
 */
export function diagnose(source: RawBody | TranscriptSource | (() => TranscriptSource), options?: DiagnoseOptions): Promise<Diagnosis>;

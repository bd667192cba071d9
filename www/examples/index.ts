// The built-in examples: sessions that each failed for one reason, and one that did not. make.mjs writes their files. The provider simulator signs
// and refuses with the messages of the vendors. Names, ids and signatures are made up. The build puts all of it into a block of the page.
import alteredSignature from "./altered-signature.ndjson";
import editedPrefix from "./edited-prefix.ndjson";
import foreignBlob from "./foreign-blob.ndjson";
import fragmentedDetails from "./fragmented-details.ndjson";
import healthy from "./healthy.ndjson";
import missingThoughtSignature from "./missing-thought-signature.ndjson";
import orphanReasoningItem from "./orphan-reasoning-item.ndjson";
import reasoningContent from "./reasoning-content.ndjson";
import strippedEmptyThinking from "./stripped-empty-thinking.ndjson";

/** An example session. */
export interface Example {
  /** The name of its file and of its link. */
  readonly id: string;
  /** The failure, in a few words. */
  readonly title: string;
  /** The failure, in one sentence. */
  readonly sentence: string;
  /** Its wire. */
  readonly wire: string;
  /** The rule that finds the failure before the request is sent; absent if nothing is wrong. */
  readonly rule?: string;
  /** The exchanges, one per line: `url`, `status`, `time`, `request`, and `response` or `stream`. */
  readonly text: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    id: "altered-signature",
    title: "Masked signature",
    sentence: "A log masker mistook a signature for a secret. It put an ellipsis into the stored history.",
    wire: "anthropic-messages",
    rule: "invalid-thinking-signature",
    text: alteredSignature,
  },
  {
    id: "stripped-empty-thinking",
    title: "Empty thinking, stripped",
    sentence: "A client dropped a thinking block because its text was empty. The block had only a signature.",
    wire: "anthropic-messages",
    rule: "turn-without-thinking",
    text: strippedEmptyThinking,
  },
  {
    id: "edited-prefix",
    title: "Edited prefix",
    sentence: "The date in the system prompt changed at midnight. A thought is bound to all messages before it.",
    wire: "anthropic-messages",
    rule: "edited-prefix",
    text: editedPrefix,
  },
  {
    id: "missing-thought-signature",
    title: "Missing thought signature",
    sentence: "A type for parts had only text and function calls, so the signatures of the calls were lost.",
    wire: "gemini-generate",
    rule: "missing-thought-signature",
    text: missingThoughtSignature,
  },
  {
    id: "orphan-reasoning-item",
    title: "Orphan reasoning item",
    sentence: "Reasoning was stored in a separate list and loaded in the wrong order.",
    wire: "openai-responses",
    rule: "reasoning-without-following-item",
    text: orphanReasoningItem,
  },
  {
    id: "foreign-blob",
    title: "Foreign ciphertext",
    sentence: "A router continued at Azure with reasoning that only OpenAI can decrypt.",
    wire: "openai-responses",
    rule: "foreign-handle",
    text: foreignBlob,
  },
  {
    id: "reasoning-content",
    title: "Reasoning not passed back",
    sentence: "The message table has no column for reasoning_content. DeepSeek requires it during tool calls.",
    wire: "openai-chat",
    rule: "missing-reasoning-content",
    text: reasoningContent,
  },
  {
    id: "fragmented-details",
    title: "Fragments of a stream",
    sentence: "The fragments of a streamed thought were stored one by one instead of merged by index.",
    wire: "openrouter-chat",
    rule: "fragmented-details",
    text: fragmentedDetails,
  },
  {
    id: "healthy",
    title: "A healthy session",
    sentence: "Signed, redacted and omitted thinking around two parallel calls, returned byte for byte.",
    wire: "anthropic-messages",
    text: healthy,
  },
];

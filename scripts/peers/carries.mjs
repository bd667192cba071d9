// Facts that a target cannot carry, with the reason: no converter can keep them. Every other missing fact was lost needlessly.

const ELSEWHERE = "the address says it there";
const NO_SUCH = "the wire has no such setting";
const SAMPLING = "the model refuses it";
const NO_FLAG = "a result has no flag there";
const NO_FILE = "the wire takes no files";
const MADE = "an answer of the assistant holds no media there";
const OBJECT = "arguments are an object there, and these are not JSON";
const FIXED = "the model always reasons as much as it does";

// Ollama, Interactions and OpenRouter have a place for a picture of the assistant, in `images` or among its contents.
const madeFiles = { "made document": MADE, "made audio": MADE };
const made = { ...madeFiles, "made image": MADE, "made image at an address": MADE };

const CANNOT = {
  "anthropic-messages": { ...made, "broken call": OBJECT, seed: NO_SUCH, presence_penalty: NO_SUCH, frequency_penalty: NO_SUCH, temperature: SAMPLING, top_p: SAMPLING, top_k: SAMPLING, audio: NO_FILE, video: NO_FILE },
  "bedrock-converse": { ...made, "broken call": OBJECT, stream: ELSEWHERE, seed: NO_SUCH, presence_penalty: NO_SUCH, frequency_penalty: NO_SUCH, user: NO_SUCH, temperature: SAMPLING, top_p: SAMPLING, top_k: SAMPLING, "image at an address": "pictures come as bytes there", "document at an address": "documents come as bytes there", audio: "Claude takes no audio" },
  "openai-responses": { ...made, failed: NO_FLAG, stop: NO_SUCH, top_k: NO_SUCH, seed: NO_SUCH, presence_penalty: NO_SUCH, frequency_penalty: NO_SUCH, temperature: SAMPLING, top_p: SAMPLING, audio: NO_FILE, video: NO_FILE, reasoning: FIXED },
  "openai-chat": { ...made, failed: NO_FLAG, stop: SAMPLING, top_k: NO_SUCH, temperature: SAMPLING, top_p: SAMPLING, presence_penalty: SAMPLING, frequency_penalty: SAMPLING, video: NO_FILE, reasoning: FIXED, "document at an address": NO_FILE },
  "openrouter-chat": { ...madeFiles, failed: NO_FLAG, reasoning: FIXED },
  "gemini-generate": { "broken call": OBJECT, stream: ELSEWHERE, parallel: NO_SUCH, user: NO_SUCH, reasoning: FIXED },
  "gemini-interactions": { "broken call": OBJECT, parallel: NO_SUCH, user: NO_SUCH, reasoning: FIXED, presence_penalty: NO_SUCH, frequency_penalty: NO_SUCH, top_k: NO_SUCH },
  "mistral-chat": { ...made, failed: NO_FLAG, user: NO_SUCH, top_k: NO_SUCH, reasoning: FIXED, audio: SAMPLING, video: NO_FILE },
  "cohere-chat": { ...made, failed: NO_FLAG, user: NO_SUCH, parallel: NO_SUCH, document: NO_FILE, "document at an address": NO_FILE, audio: NO_FILE, video: NO_FILE },
  "ollama-chat": { ...madeFiles, "broken call": OBJECT, failed: NO_FLAG, user: NO_SUCH, parallel: NO_SUCH, tool_choice: NO_SUCH, document: NO_FILE, "document at an address": NO_FILE, "image at an address": "pictures come as bytes there", audio: NO_FILE, video: NO_FILE },
};

/** Returns why a target cannot carry a fact; undefined if it can. */
export function reasonAgainst(wire, { kind, what }) {
  if (kind === "tool_choice" && wire === "bedrock-converse" && what === '"none"') return NO_SUCH;
  if (kind === "tool_choice" && wire === "cohere-chat" && what.startsWith("{")) return NO_SUCH;
  if (kind === "format" && what === '"json"' && ["anthropic-messages", "bedrock-converse"].includes(wire)) return "the wire takes a schema, and not just any JSON";
  if (kind === "max_tokens" && wire === "openai-responses" && Number(what) < 16) return "the wire takes 16 at the least";
  if (kind === "top_p" && wire === "cohere-chat" && Number(what) > 0.99) return "the wire takes 0.99 at the most";
  return CANNOT[wire][kind];
}


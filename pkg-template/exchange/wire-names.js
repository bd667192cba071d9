// The names of wires and of message formats. Any other name is refused with a hint, before anything is read.
import { InputError } from "../errors/index.js";
import { nearest } from "../text/options.js";
import { FORMATS, WIRES } from "./names-data.js";

/** Other names of wires, with the wires that they may mean. */
const OTHER_NAMES = {
  anthropic: ["anthropic-messages"],
  aws: ["bedrock-converse"],
  azure: ["openai-responses", "openai-chat"],
  bedrock: ["bedrock-converse"],
  chat: ["openai-chat"],
  claude: ["anthropic-messages"],
  cohere: ["cohere-chat"],
  converse: ["bedrock-converse"],
  deepseek: ["openai-chat"],
  gemini: ["gemini-generate", "gemini-interactions"],
  google: ["gemini-generate", "gemini-interactions"],
  gpt: ["openai-responses", "openai-chat"],
  messages: ["anthropic-messages"],
  mistral: ["mistral-chat"],
  ollama: ["ollama-chat"],
  openai: ["openai-responses", "openai-chat"],
  "openai-completions": ["openai-chat"],
  openrouter: ["openrouter-chat"],
  responses: ["openai-responses"],
  vercel: ["ai-sdk"],
  vertex: ["gemini-generate"],
};

/** Returns true for a format in which a framework keeps messages. */
export const isFormat = (name) => FORMATS.includes(name);

/** Throws if a name is neither a wire nor a format. */
export function refuseUnknownWire(name, pointer) {
  if (!WIRES.includes(name) && !isFormat(name)) throw new InputError(`Unknown wire ${JSON.stringify(name.slice(0, 64))}. ${hintFor(name)}`, { code: "E_INPUT", pointer });
}

function hintFor(name) {
  const key = name.slice(0, 64).toLowerCase();
  const meant = Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key] : [nearest(key, [...WIRES, ...FORMATS])].filter(Boolean);
  return meant.length ? `Did you mean ${meant.map((one) => JSON.stringify(one)).join(" or ")}?` : `Wires: ${WIRES.join(", ")}.`;
}

// Sources and targets of conversations: one host and model of each wire, and its client of the simulator. `reasons` is set for models that always
// reason.

export const PLACES = {
  "anthropic-messages": { host: "api.anthropic.com", model: "claude-opus-4-8", family: "claude", client: "anthropic" },
  "bedrock-converse": { host: "bedrock-runtime.amazonaws.com", model: "claude-opus-4-8", family: "claude", client: "bedrock" },
  "openai-responses": { host: "api.openai.com", model: "gpt-5", family: "openai", client: "responses", reasons: true },
  "openai-chat": { host: "api.openai.com", model: "gpt-5", family: "openai", client: "chat:openai", reasons: true },
  "gemini-generate": { host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview", family: "gemini", client: "gemini", reasons: true },
  "gemini-interactions": { host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview", family: "gemini", reasons: true },
  "openrouter-chat": { host: "openrouter.ai", model: "openai/gpt-5", family: "openai", client: "openrouter", reasons: true },
  "mistral-chat": { host: "api.mistral.ai", model: "magistral-medium-latest", family: "mistral", client: "chat:mistral", reasons: true },
  "cohere-chat": { host: "api.cohere.com", model: "command-a-reasoning-08-2025", family: "cohere" },
  "ollama-chat": { host: "localhost:11434", model: "qwen3", family: "ollama" },
};

export const WIRES = Object.keys(PLACES);

/** Returns the target of a wire, in the form of the package. */
export const targetOf = (wire) => ({ wire, host: PLACES[wire].host, model: PLACES[wire].model });

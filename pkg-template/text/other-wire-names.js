// The names that people and other tools have for wires and formats. Data only: the command line loads it without the core.

/** Other names, with the wires or formats that they may mean, the likeliest first. */
export const OTHER_WIRES = {
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

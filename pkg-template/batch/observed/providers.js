// The hosts behind the names that observability gives to providers: those of OpenTelemetry's conventions, of OpenInference and of LangSmith.

const HOSTS = {
  anthropic: "api.anthropic.com",
  cohere: "api.cohere.com",
  deepseek: "api.deepseek.com",
  fireworks: "api.fireworks.ai",
  "gcp.gemini": "generativelanguage.googleapis.com",
  "gcp.vertex_ai": "aiplatform.googleapis.com",
  google: "generativelanguage.googleapis.com",
  groq: "api.groq.com",
  mistral_ai: "api.mistral.ai",
  mistralai: "api.mistral.ai",
  moonshot: "api.moonshot.ai",
  openai: "api.openai.com",
  openrouter: "openrouter.ai",
  together: "api.together.xyz",
  vertexai: "aiplatform.googleapis.com",
  x_ai: "api.x.ai",
  xai: "api.x.ai",
};

/** The host of a provider; nothing if it has many, such as Azure and Bedrock, or is not known. */
export const hostOf = (provider) => (typeof provider === "string" && Object.hasOwn(HOSTS, provider.toLowerCase()) ? HOSTS[provider.toLowerCase()] : undefined);

// `rethought/clients`: a guard in the clients of providers and in the models of frameworks. Each is the caller's: the package depends on none of them.
export { guardLanguageModel, languageModelMiddleware } from "./clients/ai-sdk.js";
export { anthropicMiddleware, guardAnthropic } from "./clients/anthropic.js";
export { guardBedrock } from "./clients/bedrock.js";
export { guardCohere } from "./clients/cohere.js";
export { guardGoogleGenAI } from "./clients/google-genai.js";
export { guardOf } from "./clients/guarded.js";
export { guardMistral, guardOpenRouter } from "./clients/http-client.js";
export { guardChatModel } from "./clients/langchain.js";
export { guardOllama } from "./clients/ollama.js";
export { guardOpenAI } from "./clients/openai.js";

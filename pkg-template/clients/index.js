// `rethought/clients`: a guard in the clients of providers and in the models of frameworks. Each is the caller's: the package depends on none of them.
export { guardLanguageModel, languageModelMiddleware } from "./ai-sdk.js";
export { anthropicMiddleware, guardAnthropic } from "./anthropic.js";
export { guardBedrock } from "./bedrock.js";
export { guardCohere } from "./cohere.js";
export { guardGoogleGenAI } from "./google-genai.js";
export { guardOf } from "./guarded.js";
export { guardMistral, guardOpenRouter } from "./http-client.js";
export { guardChatModel } from "./langchain.js";
export { guardOllama } from "./ollama.js";
export { guardOpenAI } from "./openai.js";

// The official clients: the target of each, the type of its parameters, and a converted body as those parameters.
import { camelCased, cohere, configured, mistral, withBytes } from "./spelling.mjs";

const same = (body) => body;

/**
 * A row has the targets of conversions, `imports` and `type` for the compiler, and `params`, which writes a body of the wire in the spelling of the
 * client. Anthropic, OpenAI, Ollama and Interactions accept the body itself. The others have different names: the literal has theirs, and the client
 * must send the original body again (checks/sent.mjs).
 */
export const SDKS = [
  { name: "@anthropic-ai/sdk", imports: 'import type { MessageCreateParams } from "@anthropic-ai/sdk/resources/messages";', type: "MessageCreateParams", params: same, targets: at("anthropic-messages", "api.anthropic.com", ["claude-opus-4-8", "claude-sonnet-4-5"], { headers: { "anthropic-version": "2026-10-21" } }) },
  { name: "openai responses", imports: 'import type { ResponseCreateParams } from "openai/resources/responses/responses";', type: "ResponseCreateParams", params: same, targets: at("openai-responses", "api.openai.com", ["gpt-5.4", "gpt-4.1"]) },
  { name: "openai chat", imports: 'import type { ChatCompletionCreateParams } from "openai/resources/chat/completions";', type: "ChatCompletionCreateParams", params: same, targets: at("openai-chat", "api.openai.com", ["gpt-5.2", "gpt-4.1"]) },
  { name: "@google/genai", imports: 'import { FunctionCallingConfigMode, type GenerateContentParameters, HarmBlockThreshold, HarmCategory, ThinkingLevel } from "@google/genai";', type: "GenerateContentParameters", params: configured, targets: at("gemini-generate", "generativelanguage.googleapis.com", ["gemini-3-pro-preview", "gemini-2.5-flash"]) },
  { name: "@google/genai interactions", imports: 'import type { Interactions } from "@google/genai";', type: "Interactions.InteractionCreateParams", params: same, targets: at("gemini-interactions", "generativelanguage.googleapis.com", ["gemini-3-pro-preview"]) },
  { name: "@openrouter/sdk", imports: 'import type { ChatRequest } from "@openrouter/sdk/models";', type: "ChatRequest", params: (body) => camelCased(body), targets: at("openrouter-chat", "openrouter.ai", ["anthropic/claude-opus-4.8", "openai/gpt-5.4"]) },
  { name: "@mistralai/mistralai", imports: 'import type { ChatCompletionRequest } from "@mistralai/mistralai/models/components";', type: "ChatCompletionRequest", params: mistral, targets: at("mistral-chat", "api.mistral.ai", ["mistral-large-latest", "magistral-medium-latest"]) },
  { name: "cohere-ai", imports: 'import type { Cohere } from "cohere-ai";', type: "Cohere.V2ChatRequest | Cohere.V2ChatStreamRequest", params: cohere, targets: at("cohere-chat", "api.cohere.com", ["command-a-reasoning-08-2025"]) },
  { name: "ollama", imports: 'import type { ChatRequest } from "ollama";', type: "ChatRequest", params: same, targets: at("ollama-chat", "localhost:11434", ["qwen3"]) },
  { name: "@aws-sdk/client-bedrock-runtime", imports: 'import type { ConverseCommandInput } from "@aws-sdk/client-bedrock-runtime";', type: "ConverseCommandInput", params: withBytes, targets: at("bedrock-converse", "bedrock-runtime.us-east-1.amazonaws.com", ["anthropic.claude-opus-4-8", "amazon.nova-pro-v1:0"]) },
];

function at(wire, host, models, more) {
  return models.map((model) => ({ wire, host, model, ...more }));
}

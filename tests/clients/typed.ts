// Compiled, not run: guarded clients have the types of their packages, and parameters of the packages are audited without a cast.
import Anthropic from "@anthropic-ai/sdk";
import type { MessageCreateParams } from "@anthropic-ai/sdk/resources/messages";
import { createAnthropic } from "@ai-sdk/anthropic";
import { BedrockRuntimeClient, type ConverseCommandInput } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI, type GenerateContentParameters } from "@google/genai";
import { ChatAnthropic } from "@langchain/anthropic";
import { ChatOpenAI } from "@langchain/openai";
import { Mistral } from "@mistralai/mistralai";
import { OpenRouter } from "@openrouter/sdk";
import { wrapLanguageModel, type LanguageModelMiddleware } from "ai";
import { CohereClientV2 } from "cohere-ai";
import { Ollama } from "ollama";
import OpenAI, { AzureOpenAI } from "openai";
import type { ChatCompletionCreateParams } from "openai/resources/chat/completions";
import type { ResponseCreateParams } from "openai/resources/responses/responses";
import { audit, type Report } from "rethought";
import { anthropicMiddleware, guardAnthropic, guardBedrock, guardChatModel, guardCohere, guardGoogleGenAI, guardLanguageModel, guardMistral, guardOllama, guardOpenAI, guardOpenRouter, languageModelMiddleware } from "rethought/clients";

const options = { mode: "repair" } as const;
export const anthropic: Anthropic = guardAnthropic(new Anthropic(), options);
export const withMiddleware: Anthropic = new Anthropic({ middleware: [anthropicMiddleware(options)] });
export const openai: OpenAI = guardOpenAI(new OpenAI(), options);
export const azure: AzureOpenAI = guardOpenAI(new AzureOpenAI({ apiVersion: "v1" }), options);
export const google: GoogleGenAI = guardGoogleGenAI(new GoogleGenAI({}), options);
export const openrouter: OpenRouter = guardOpenRouter(new OpenRouter({}), options);
export const mistral: Mistral = guardMistral(new Mistral({}), options);
export const cohere: CohereClientV2 = guardCohere(new CohereClientV2({}), options);
export const ollama: Ollama = guardOllama(new Ollama(), options);
export const bedrock: BedrockRuntimeClient = guardBedrock(new BedrockRuntimeClient({}), options);
export const chatAnthropic: ChatAnthropic = guardChatModel(new ChatAnthropic({}), options);
export const chatOpenAI: ChatOpenAI = guardChatModel(new ChatOpenAI({}), options);
export const model = guardLanguageModel(createAnthropic({})("claude-opus-5"), options);
export const middleware: LanguageModelMiddleware = languageModelMiddleware(options);
export const wrapped = wrapLanguageModel({ model, middleware: languageModelMiddleware() });

export function audited(messages: MessageCreateParams, responses: ResponseCreateParams, chat: ChatCompletionCreateParams, gemini: GenerateContentParameters, converse: ConverseCommandInput): Report[] {
  return [
    audit(messages, "anthropic-messages"),
    audit(responses, "openai-responses"),
    audit(chat, "openai-chat"),
    audit(gemini, "gemini-generate"),
    audit(converse, "bedrock-converse"),
  ];
}

// @ts-expect-error a mode that there is not
guardOpenAI(new OpenAI(), { mode: "mend" });
// @ts-expect-error no client
guardOpenAI({});

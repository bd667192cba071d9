// The AI SDK, with the providers of several vendors: by a guarded model, and by middleware.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createOpenRouter } from "@openrouter/ai-sdk-provider";
import { generateText, jsonSchema, streamText, tool, wrapLanguageModel } from "ai";
import { talkOf } from "../talk.mjs";
import { KEY, SCHEMA, TOOLS } from "../tools.mjs";
import { adapters } from "../vendor.mjs";

globalThis.AI_SDK_LOG_WARNINGS = false;
const tools = Object.fromEntries(TOOLS.map((name) => [name, tool({ inputSchema: jsonSchema(SCHEMA) })]));

function open(model, client, providerOptions) {
  return talkOf(client, (content) => ({ role: "user", content }), async (history, isStream, resultOf) => {
    const asked = { model, tools, providerOptions, messages: history, maxRetries: 0 };
    const { response, toolCalls } = isStream ? await streamed(asked) : await generateText(asked);
    history.push(...response.messages);
    const results = toolCalls.map(({ toolCallId, toolName }) => ({ type: "tool-result", toolCallId, toolName, output: { type: "text", value: resultOf(toolName) } }));
    if (results.length) history.push({ role: "tool", content: results });
    return toolCalls.length;
  });
}

async function streamed(asked) {
  let failed;
  const result = streamText({ ...asked, onError: ({ error }) => (failed = error) });
  await result.consumeStream();
  if (failed) throw failed;
  return { response: await result.response, toolCalls: await result.toolCalls };
}

/** Providers by their packages: the vendor, a model, and its options. */
export const PROVIDERS = {
  "@ai-sdk/anthropic": { vendor: "Claude", model: (fetch) => createAnthropic({ apiKey: KEY, fetch })("claude-opus-4-8"), options: { anthropic: { thinking: { type: "adaptive" } } } },
  "@ai-sdk/openai": { vendor: "GPT", model: (fetch) => createOpenAI({ apiKey: KEY, fetch }).responses("gpt-5.4"), options: { openai: { store: false, reasoningEffort: "high", reasoningSummary: "auto", include: ["reasoning.encrypted_content"] } } },
  "@ai-sdk/google": { vendor: "Gemini", model: (fetch) => createGoogle({ apiKey: KEY, fetch })("gemini-3-pro-preview"), options: { google: { thinkingConfig: { includeThoughts: true } } } },
  // It ignores an empty thought.
  "@ai-sdk/openai-compatible": { vendor: "DeepSeek", loses: ["whole", "stream"], model: (fetch) => createOpenAICompatible({ name: "deepseek", apiKey: KEY, baseURL: "https://api.deepseek.com", fetch })("deepseek-v4-pro") },
  "@openrouter/ai-sdk-provider": { vendor: "Claude at OpenRouter", loses: ["whole", "stream"], model: (fetch) => createOpenRouter({ apiKey: KEY, fetch })("anthropic/claude-sonnet-5"), options: { openrouter: { reasoning: { effort: "high" } } } },
};

/** Opens talks of a guarded model. `model(fetch)` makes it, and `options` are those of its provider. */
export const openGuarded = (provider) => (vendor, options) => {
  const model = guardedModel(provider, vendor, options);
  return open(model, model, provider.options);
};

/** Returns the model of a provider, with a guard in it. */
export const guardedModel = ({ model }, vendor, options) => adapters.guardLanguageModel(model(vendor.fetch), options);

const guarded = ([client, provider]) => ({ client, vendor: provider.vendor, loses: provider.loses, open: openGuarded(provider) });

const wrapped = ([client, { vendor: name, model, options: asked, loses }]) => ({
  client: `${client}, middleware`,
  vendor: name,
  loses,
  open: (vendor, options) => {
    const middleware = adapters.languageModelMiddleware(options);
    return open(wrapLanguageModel({ model: model(vendor.fetch), middleware }), middleware, asked);
  },
});

const rows = Object.entries(PROVIDERS);
export const drivers = [...rows.map(guarded), wrapped(rows[0])];

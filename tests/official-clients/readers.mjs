// The official clients as readers of replies: each reads a stream or a whole body from our fetch, and returns its result.
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import { OpenRouter } from "@openrouter/sdk";
import { CohereClientV2 } from "cohere-ai";
import { Ollama } from "ollama";
import OpenAI from "openai";
import { foldChat, foldCohere, foldGemini, foldOllama } from "./fold.mjs";
import { chat, cohere, gemini, messages, ollama, responses } from "./outlines.mjs";

const KEY = "no-key";
const ASKED = [{ role: "user", content: "Hello" }];

const openai = (fetch) => new OpenAI({ apiKey: KEY, maxRetries: 0, fetch });
const speakeasy = (fetch) => ({ apiKey: KEY, retryConfig: { strategy: "none" }, httpClient: clientOf(fetch) });

/** `stream` and `whole` read a reply with a fetch, `outline` returns the content of the result: texts, thoughts, calls, stop and usage. */
export const READERS = {
  "@anthropic-ai/sdk": {
    to: { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-8" },
    stream: (fetch) => new Anthropic({ apiKey: KEY, maxRetries: 0, fetch }).messages.stream({ model: "claude-opus-4-8", max_tokens: 9, messages: ASKED }).finalMessage(),
    whole: (fetch) => new Anthropic({ apiKey: KEY, maxRetries: 0, fetch }).messages.create({ model: "claude-opus-4-8", max_tokens: 9, messages: ASKED }),
    outline: messages,
  },
  "openai chat": {
    to: { wire: "openai-chat", host: "api.openai.com", model: "gpt-5.2" },
    stream: readChat,
    whole: (fetch) => openai(fetch).chat.completions.create({ model: "gpt-5.2", messages: ASKED }),
    outline: chat,
  },
  "openai responses": {
    to: { wire: "openai-responses", host: "api.openai.com", model: "gpt-5.4" },
    stream: (fetch) => openai(fetch).responses.stream({ model: "gpt-5.4", input: "Hello" }).finalResponse(),
    whole: (fetch) => openai(fetch).responses.create({ model: "gpt-5.4", input: "Hello" }),
    outline: responses,
  },
  "@google/genai": {
    to: { wire: "gemini-generate", host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview" },
    stream: (fetch) => withGlobal(fetch, async () => foldGemini(await listOf(await new GoogleGenAI({ apiKey: KEY }).models.generateContentStream({ model: "gemini-3-pro-preview", contents: "Hello" })))),
    whole: (fetch) => withGlobal(fetch, () => new GoogleGenAI({ apiKey: KEY }).models.generateContent({ model: "gemini-3-pro-preview", contents: "Hello" })),
    outline: gemini,
  },
  "@mistralai/mistralai": {
    to: { wire: "mistral-chat", host: "api.mistral.ai", model: "magistral-medium-latest" },
    stream: async (fetch) => foldChat((await listOf(await new Mistral(speakeasy(fetch)).chat.stream({ model: "magistral-medium-latest", messages: ASKED }))).map(({ data }) => data)),
    whole: (fetch) => new Mistral(speakeasy(fetch)).chat.complete({ model: "magistral-medium-latest", messages: ASKED }),
    outline: chat,
  },
  "@openrouter/sdk": {
    to: { wire: "openrouter-chat", host: "openrouter.ai", model: "anthropic/claude-opus-4.8" },
    stream: async (fetch) => foldChat(await listOf(await new OpenRouter(speakeasy(fetch)).chat.send({ chatRequest: { model: "anthropic/claude-opus-4.8", messages: ASKED, stream: true } }))),
    whole: (fetch) => new OpenRouter(speakeasy(fetch)).chat.send({ chatRequest: { model: "anthropic/claude-opus-4.8", messages: ASKED } }),
    outline: chat,
  },
  "cohere-ai": {
    to: { wire: "cohere-chat", host: "api.cohere.com", model: "command-a-reasoning-08-2025" },
    stream: async (fetch) => foldCohere(await listOf(await new CohereClientV2({ token: KEY, maxRetries: 0, fetch }).chatStream({ model: "command-a-reasoning-08-2025", messages: ASKED }))),
    whole: (fetch) => new CohereClientV2({ token: KEY, maxRetries: 0, fetch }).chat({ model: "command-a-reasoning-08-2025", messages: ASKED }),
    outline: cohere,
  },
  ollama: {
    to: { wire: "ollama-chat", host: "localhost:11434", model: "qwen3" },
    stream: async (fetch) => foldOllama(await listOf(await new Ollama({ fetch }).chat({ model: "qwen3", messages: ASKED, stream: true }))),
    whole: (fetch) => new Ollama({ fetch }).chat({ model: "qwen3", messages: ASKED }),
    outline: ollama,
  },
};

/** The client joins texts and calls; it keeps the last piece of an unknown member, so its users join those. */
async function readChat(fetch) {
  let thought = "";
  const stream = openai(fetch).chat.completions.stream({ model: "gpt-5.2", messages: ASKED, stream_options: { include_usage: true } });
  stream.on("chunk", ({ choices }) => (thought += choices[0]?.delta?.reasoning_content ?? ""));
  const completion = await stream.finalChatCompletion();
  if (thought) completion.choices[0].message.reasoning_content = thought;
  return completion;
}

async function listOf(iterable) {
  const list = [];
  for await (const one of iterable) list.push(one);
  return list;
}

/** The client of Speakeasy's packages needs an object with a request. */
const clientOf = (fetch) => ({ request: (request) => fetch(request), addHook() {}, clone() { return this; } });

export async function withGlobal(fetch, run) {
  const before = globalThis.fetch;
  globalThis.fetch = fetch;
  try {
    return await run();
  } finally {
    globalThis.fetch = before;
  }
}

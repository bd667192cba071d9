// Agents of the official clients: each sends its own request, runs the requested tools, and sends back the objects of its client.
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { joined } from "../clients/parts.mjs";
import { withGlobal } from "./readers.mjs";

const KEY = "no-key";
const TOOLS = ["read_file", "grep", "run"];
const SCHEMA = { type: "object", properties: { path: { type: "string" } } };

/**
 * `open` starts a request, `ask` sends it and returns the answer, `append` adds the answer with the results of its calls and returns their number.
 */
export const AGENTS = {
  "@anthropic-ai/sdk": {
    target: { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-8" },
    open: (text) => ({ model: "claude-opus-4-8", max_tokens: 8192, thinking: { type: "adaptive" }, tools: TOOLS.map((name) => ({ name, description: "It works", input_schema: SCHEMA })), messages: [{ role: "user", content: text }] }),
    ask: (params, fetch, isStream) => {
      const { messages } = new Anthropic({ apiKey: KEY, maxRetries: 0, fetch });
      return isStream ? messages.stream(params).finalMessage() : messages.create(params);
    },
    append: ({ messages }, { content }, resultOf) => {
      const calls = content.filter(({ type }) => type === "tool_use");
      messages.push({ role: "assistant", content });
      if (calls.length) messages.push({ role: "user", content: calls.map(({ id, name }) => ({ type: "tool_result", tool_use_id: id, content: resultOf(name) })) });
      return calls.length;
    },
  },
  "openai chat": {
    target: { wire: "openai-chat", host: "api.openai.com", model: "gpt-5.2" },
    open: (text) => ({ model: "gpt-5.2", reasoning_effort: "high", tools: TOOLS.map((name) => ({ type: "function", function: { name, parameters: SCHEMA } })), messages: [{ role: "user", content: text }] }),
    ask: async (params, fetch, isStream) => {
      const { completions } = new OpenAI({ apiKey: KEY, maxRetries: 0, fetch }).chat;
      return isStream ? completions.stream(params).finalChatCompletion() : completions.create(params);
    },
    append: ({ messages }, { choices }, resultOf) => {
      const [{ message }] = choices;
      const calls = message.tool_calls ?? [];
      messages.push(message, ...calls.map((call) => ({ role: "tool", tool_call_id: call.id, content: resultOf(call.function.name) })));
      return calls.length;
    },
  },
  "openai responses": {
    target: { wire: "openai-responses", host: "api.openai.com", model: "gpt-5.4" },
    open: (text) => ({ model: "gpt-5.4", store: false, include: ["reasoning.encrypted_content"], reasoning: { effort: "high", summary: "auto" }, tools: TOOLS.map((name) => ({ type: "function", name, parameters: SCHEMA, strict: false })), input: [{ role: "user", content: text }] }),
    ask: (params, fetch, isStream) => {
      const { responses } = new OpenAI({ apiKey: KEY, maxRetries: 0, fetch });
      return isStream ? responses.stream(params).finalResponse() : responses.create(params);
    },
    append: ({ input }, { output }, resultOf) => {
      const calls = output.filter(({ type }) => type === "function_call");
      input.push(...output, ...calls.map(({ call_id, name }) => ({ type: "function_call_output", call_id, output: resultOf(name) })));
      return calls.length;
    },
  },
  "@google/genai": {
    target: { wire: "gemini-generate", host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview" },
    open: (text) => ({ model: "gemini-3-pro-preview", config: { thinkingConfig: { includeThoughts: true, thinkingLevel: "HIGH" }, tools: [{ functionDeclarations: TOOLS.map((name) => ({ name, parametersJsonSchema: SCHEMA })) }] }, contents: [{ role: "user", parts: [{ text }] }] }),
    ask: (params, fetch, isStream) => withGlobal(fetch, async () => {
      const { models } = new GoogleGenAI({ apiKey: KEY });
      if (!isStream) return models.generateContent(params);
      const parts = [];
      for await (const { candidates } of await models.generateContentStream(params)) parts.push(...(candidates?.[0]?.content?.parts ?? []));
      return { candidates: [{ content: { role: "model", parts: joined(parts) } }] };
    }),
    append: ({ contents }, { candidates }, resultOf) => {
      const [{ content }] = candidates;
      const calls = content.parts.filter(({ functionCall }) => functionCall);
      contents.push(content);
      if (calls.length) contents.push({ role: "user", parts: calls.map(({ functionCall: { id, name } }) => ({ functionResponse: { ...(id && { id }), name, response: { output: resultOf(name) } } })) });
      return calls.length;
    },
  },
};

// The client of OpenAI, at OpenAI and at OpenAI-compatible hosts.
import OpenAI from "openai";
import { talkOf } from "../talk.mjs";
import { KEY, SCHEMA, TOOLS } from "../tools.mjs";
import { adapters } from "../vendor.mjs";

const clientOf = (vendor, options, baseURL) => adapters.guardOpenAI(new OpenAI({ apiKey: KEY, maxRetries: 0, baseURL, fetch: vendor.fetch }), options);

export function responses(vendor, options, model) {
  const client = clientOf(vendor, options);
  const tools = TOOLS.map((name) => ({ type: "function", name, parameters: SCHEMA, strict: false }));
  return talkOf(client, (text) => ({ role: "user", content: text }), async (history, isStream, resultOf) => {
    const params = { model, store: false, include: ["reasoning.encrypted_content"], reasoning: { effort: "high", summary: "auto" }, tools, input: history };
    const { output } = await (isStream ? client.responses.stream(params).finalResponse() : client.responses.create(params));
    const calls = output.filter(({ type }) => type === "function_call");
    history.push(...output, ...calls.map(({ call_id, name }) => ({ type: "function_call_output", call_id, output: resultOf(name) })));
    return calls.length;
  });
}

export function chat(vendor, options, baseURL, model) {
  const client = clientOf(vendor, options, baseURL);
  const tools = TOOLS.map((name) => ({ type: "function", function: { name, parameters: SCHEMA } }));
  return talkOf(client, (text) => ({ role: "user", content: text }), async (history, isStream, resultOf) => {
    const params = { model, tools, messages: history };
    const { choices } = await (isStream ? client.chat.completions.stream(params).finalChatCompletion() : client.chat.completions.create(params));
    const { message } = choices[0];
    const calls = message.tool_calls ?? [];
    history.push(message, ...calls.map((call) => ({ role: "tool", tool_call_id: call.id, content: resultOf(call.function.name) })));
    return calls.length;
  });
}

/** `stream()` keeps only the last piece of `reasoning_content`, and adds members to calls that Responses refuses. */
const loses = ["stream"];

export const drivers = [
  { client: "openai responses", vendor: "GPT", loses, open: (vendor, options) => responses(vendor, options, "gpt-5.4") },
  { client: "openai chat", vendor: "DeepSeek", loses, open: (vendor, options) => chat(vendor, options, "https://api.deepseek.com", "deepseek-v4-pro") },
  // The simulator's Kimi does not check calls without results.
  { client: "openai chat", vendor: "Kimi", loses, unsure: ["unanswered-call"], open: (vendor, options) => chat(vendor, options, "https://api.moonshot.ai/v1", "kimi-k2.6") },
];

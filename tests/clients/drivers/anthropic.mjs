// The client of Anthropic.
import Anthropic from "@anthropic-ai/sdk";
import { talkOf } from "../talk.mjs";
import { KEY, SCHEMA, TOOLS } from "../tools.mjs";
import { adapters } from "../vendor.mjs";

const tools = TOOLS.map((name) => ({ name, description: "It works", input_schema: SCHEMA }));

function open(vendor, options, model) {
  const client = adapters.guardAnthropic(new Anthropic({ apiKey: KEY, maxRetries: 0, fetch: vendor.fetch }), options);
  return talkOf(client, (text) => ({ role: "user", content: text }), async (history, isStream, resultOf) => {
    const params = { model, max_tokens: 8192, thinking: { type: "adaptive" }, tools, messages: history };
    const { content } = await (isStream ? client.messages.stream(params).finalMessage() : client.messages.create(params));
    const calls = content.filter(({ type }) => type === "tool_use");
    history.push({ role: "assistant", content });
    if (calls.length) history.push({ role: "user", content: calls.map(({ id, name }) => ({ type: "tool_result", tool_use_id: id, content: resultOf(name) })) });
    return calls.length;
  });
}

export const drivers = [
  { client: "@anthropic-ai/sdk", vendor: "Claude", open: (vendor, options) => open(vendor, options, "claude-opus-4-8") },
  { client: "@anthropic-ai/sdk", vendor: "Claude that binds", open: (vendor, options) => open(vendor, options, "claude-opus-5-5") },
];

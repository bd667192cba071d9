// The client of OpenRouter. Its stream is assembled here as its documentation shows: texts and calls; nobody assembles details of reasoning.
import { HTTPClient, OpenRouter } from "@openrouter/sdk";
import { talkOf } from "../talk.mjs";
import { KEY, SCHEMA, TOOLS } from "../tools.mjs";
import { adapters } from "../vendor.mjs";

const tools = TOOLS.map((name) => ({ type: "function", function: { name, parameters: SCHEMA } }));

function open(vendor, options, model) {
  const httpClient = new HTTPClient({ fetcher: vendor.fetch });
  const client = adapters.guardOpenRouter(new OpenRouter({ apiKey: KEY, retryConfig: { strategy: "none" }, httpClient }), options);
  return talkOf(client, (text) => ({ role: "user", content: text }), async (history, isStream, resultOf) => {
    const asked = { chatRequest: { model, tools, messages: history, reasoning: { effort: "high" }, stream: isStream } };
    const answer = await client.chat.send(asked);
    const message = isStream ? await folded(answer) : answer.choices[0].message;
    const calls = message.toolCalls ?? [];
    history.push(message, ...calls.map((call) => ({ role: "tool", toolCallId: call.id, content: resultOf(call.function.name) })));
    return calls.length;
  });
}

async function folded(stream) {
  const message = { role: "assistant", content: "" };
  for await (const { choices } of stream) {
    const { content, toolCalls = [] } = choices[0]?.delta ?? {};
    message.content += content ?? "";
    for (const { index, id, function: called } of toolCalls) {
      message.toolCalls ??= [];
      const call = (message.toolCalls[index] ??= { id, type: "function", function: { name: "", arguments: "" } });
      call.function.name += called?.name ?? "";
      call.function.arguments += called?.arguments ?? "";
    }
  }
  return message;
}

export const drivers = [
  { client: "@openrouter/sdk", vendor: "Claude at OpenRouter", loses: ["stream"], open: (vendor, options) => open(vendor, options, "anthropic/claude-sonnet-5") },
  { client: "@openrouter/sdk", vendor: "Gemini at OpenRouter", loses: ["stream"], open: (vendor, options) => open(vendor, options, "google/gemini-3-pro-preview") },
];

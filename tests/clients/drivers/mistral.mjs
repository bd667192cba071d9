// The client of Mistral.
import { Mistral } from "@mistralai/mistralai";
import { HTTPClient } from "@mistralai/mistralai/lib/http.js";
import { talkOf } from "../talk.mjs";
import { KEY, SCHEMA, TOOLS } from "../tools.mjs";
import { adapters } from "../vendor.mjs";

const tools = TOOLS.map((name) => ({ type: "function", function: { name, parameters: SCHEMA } }));

function open(vendor, options, model) {
  const client = adapters.guardMistral(new Mistral({ apiKey: KEY, retryConfig: { strategy: "none" }, httpClient: new HTTPClient({ fetcher: vendor.fetch }) }), options);
  return talkOf(client, (text) => ({ role: "user", content: text }), async (history, isStream, resultOf) => {
    const params = { model, tools, messages: history };
    const message = isStream ? await folded(await client.chat.stream(params)) : (await client.chat.complete(params)).choices[0].message;
    const calls = message.toolCalls ?? [];
    history.push({ ...message, role: "assistant" }, ...calls.map((call) => ({ role: "tool", toolCallId: call.id, name: call.function.name, content: resultOf(call.function.name) })));
    return calls.length;
  });
}

async function folded(stream) {
  const [texts, chunks, toolCalls] = [[], [], []];
  for await (const { data } of stream) {
    const { content, toolCalls: called } = data.choices[0].delta;
    if (typeof content === "string") texts.push(content);
    else if (content) chunks.push(...content);
    toolCalls.push(...(called ?? []));
  }
  const text = texts.join("");
  return { content: chunks.length ? [...merged(chunks), ...(text ? [{ type: "text", text }] : [])] : text, ...(toolCalls.length && { toolCalls }) };
}

/** Joins the pieces of one thought into one chunk. */
function merged(chunks) {
  const list = [];
  for (const chunk of chunks) {
    const last = list.at(-1);
    if (last?.type === "thinking" && chunk.type === "thinking") Object.assign(last, chunk, { thinking: [{ type: "text", text: [...last.thinking, ...chunk.thinking].map(({ text }) => text).join("") }] });
    else if (last?.type === "text" && chunk.type === "text") last.text += chunk.text;
    else list.push(structuredClone(chunk));
  }
  return list;
}

export const drivers = [{ client: "@mistralai/mistralai", vendor: "Magistral", open: (vendor, options) => open(vendor, options, "magistral-medium-latest") }];

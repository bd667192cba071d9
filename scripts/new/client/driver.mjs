// The client of __title__, at DeepSeek. The class has what a driver asks of a client: import the package in its place.
import { talkOf } from "../talk.mjs";
import { KEY, SCHEMA, TOOLS } from "../tools.mjs";
import { adapters } from "../vendor.mjs";

class __pascal__ {
  constructor({ apiKey, fetch }) {
    Object.assign(this, { apiKey, fetch });
  }

  async chat(params) {
    const headers = { authorization: `Bearer ${this.apiKey}`, "content-type": "application/json" };
    const response = await this.fetch("https://api.deepseek.com/chat/completions", { method: "POST", headers, body: JSON.stringify(params) });
    if (!response.ok) throw new Error(await response.text());
    return params.stream ? joined(await response.text()) : (await response.json()).choices[0].message;
  }
}

/** The message of a stream. It has the members that the stream has: DeepSeek wants even an empty `reasoning_content` back. */
function joined(text) {
  const [message, calls] = [{ role: "assistant", content: "" }, []];
  const chunks = text.split("\n").filter((line) => line.startsWith("data: {")).map((line) => JSON.parse(line.slice(6)));
  for (const { choices: [{ delta } = {}] } of chunks.filter(({ choices }) => choices.length)) {
    for (const name of ["content", "reasoning_content"]) if (typeof delta[name] === "string") message[name] = (message[name] ?? "") + delta[name];
    for (const { index, id, function: { name, arguments: piece = "" } = {} } of delta.tool_calls ?? []) {
      calls[index] ??= { id, type: "function", function: { name, arguments: "" } };
      calls[index].function.arguments += piece;
    }
  }
  return { ...message, ...(calls.length && { tool_calls: calls }) };
}

const tools = TOOLS.map((name) => ({ type: "function", function: { name, parameters: SCHEMA } }));

function open(vendor, options) {
  const client = adapters.guard__pascal__(new __pascal__({ apiKey: KEY, fetch: vendor.fetch }), options);
  return talkOf(client, (text) => ({ role: "user", content: text }), async (history, isStream, resultOf) => {
    const message = await client.chat({ model: "deepseek-v4-pro", tools, messages: history, ...(isStream && { stream: true }) });
    const calls = message.tool_calls ?? [];
    history.push(message, ...calls.map((call) => ({ role: "tool", tool_call_id: call.id, content: resultOf(call.function.name) })));
    return calls.length;
  });
}

export const drivers = [{ client: "__kebab__", vendor: "DeepSeek", open }];

// OpenAI Agents, over a guarded client of OpenAI. A run ends after the tools of one answer, and the next continues from its history.
import { Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, run, setTracingDisabled, tool } from "@openai/agents";
import OpenAI from "openai";
import { talkOf } from "../talk.mjs";
import { KEY, SCHEMA, TOOLS } from "../tools.mjs";
import { adapters } from "../vendor.mjs";

setTracingDisabled(true);

function open(vendor, options, modelOf, baseURL) {
  const client = adapters.guardOpenAI(new OpenAI({ apiKey: KEY, maxRetries: 0, baseURL, fetch: vendor.fetch }), options);
  let [calls, result] = [0, () => ""];
  const parameters = { ...SCHEMA, required: [], additionalProperties: true };
  const tools = TOOLS.map((name) => tool({ name, description: "It works", parameters, strict: false, execute: () => (calls++, result(name)) }));
  const modelSettings = { store: false, reasoning: { effort: "high", summary: "auto" }, providerData: { include: ["reasoning.encrypted_content"] } };
  const agent = new Agent({ name: "finder", model: modelOf(client), modelSettings: baseURL ? {} : modelSettings, tools, toolUseBehavior: "stop_on_first_tool" });
  return talkOf(client, (content) => ({ role: "user", content }), async (history, stream, resultOf) => {
    [calls, result] = [0, resultOf];
    const ended = await run(agent, history, { stream });
    if (stream) {
      for await (const _ of ended);
      await ended.completed;
    }
    history.splice(0, Infinity, ...ended.history);
    return calls;
  });
}

export const drivers = [
  { client: "@openai/agents", vendor: "GPT", open: (vendor, options) => open(vendor, options, (client) => new OpenAIResponsesModel(client, "gpt-5.4")) },
  { client: "@openai/agents chat", vendor: "DeepSeek", loses: ["whole", "stream"], open: (vendor, options) => open(vendor, options, (client) => new OpenAIChatCompletionsModel(client, "deepseek-v4-pro"), "https://api.deepseek.com") },
];

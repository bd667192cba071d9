// Chat models of LangChain.
import { ChatAnthropic } from "@langchain/anthropic";
import { ChatBedrockConverse } from "@langchain/aws";
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatGoogle } from "@langchain/google";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { ChatOpenAI } from "@langchain/openai";
import { bedrockClient } from "./bedrock.mjs";
import { talkOf } from "../talk.mjs";
import { KEY, SCHEMA, TOOLS } from "../tools.mjs";
import { adapters } from "../vendor.mjs";

const tools = TOOLS.map((name) => ({ type: "function", function: { name, description: "It works", parameters: SCHEMA } }));

function open(model, options) {
  const client = adapters.guardChatModel(model, options);
  const asking = client.bindTools(tools);
  return talkOf(client, (text) => new HumanMessage(text), async (history, isStream, resultOf) => {
    const message = isStream ? await folded(await asking.stream(history)) : await asking.invoke(history);
    const calls = message.tool_calls ?? [];
    history.push(message, ...calls.map(({ id, name }) => new ToolMessage({ tool_call_id: id, name, content: resultOf(name) })));
    return calls.length;
  });
}

async function folded(stream) {
  let message;
  for await (const chunk of stream) message = message ? message.concat(chunk) : chunk;
  return message;
}

const anthropic = (vendor) => new ChatAnthropic({ model: "claude-opus-4-8", apiKey: KEY, maxRetries: 0, maxTokens: 8192, thinking: { type: "adaptive" }, clientOptions: { fetch: vendor.fetch, maxRetries: 0 } });
const deepseek = (vendor) => new ChatOpenAI({ model: "deepseek-v4-pro", apiKey: KEY, maxRetries: 0, configuration: { baseURL: "https://api.deepseek.com", fetch: vendor.fetch } });

/** Google's models of both packages call the global fetch. */
const throughProgram = (make) => (vendor, options) => {
  program.fetch = vendor.fetch;
  return open(make(), options);
};
const program = { fetch: globalThis.fetch };
const outside = globalThis.fetch;
globalThis.fetch = (...args) => (/^https:..[^/]*googleapis/.test(args[0]?.url ?? args[0]) ? program.fetch : outside)(...args);

const google = () => new ChatGoogle({ model: "gemini-3-pro-preview", apiKey: KEY, maxRetries: 0 });
const generative = () => new ChatGoogleGenerativeAI({ model: "gemini-3-pro-preview", apiKey: KEY, maxRetries: 0 });

const through = (make) => (vendor, options) => open(make(vendor), options);

/** Opens talks with a model of Responses, with more options than the others of its driver. */
export const responses = (more) =>
  through((vendor) => new ChatOpenAI({ model: "gpt-5.4", apiKey: KEY, maxRetries: 0, useResponsesApi: true, zdrEnabled: true, reasoning: { effort: "high", summary: "auto" }, configuration: { fetch: vendor.fetch }, ...more }));

/** Opens talks with a Claude at Bedrock. */
export const converse = (model) =>
  through((vendor) => new ChatBedrockConverse({ model: `anthropic.${model}`, region: "us-east-1", client: bedrockClient(vendor), maxRetries: 0, additionalModelRequestFields: { thinking: { type: "adaptive" } } }));

export const drivers = [
  { client: "@langchain/anthropic", vendor: "Claude", open: through(anthropic) },
  // After an answer without a thought it does not request ciphertext.
  { client: "@langchain/openai responses", vendor: "GPT", loses: ["whole", "stream"], open: responses() },
  { client: "@langchain/openai chat", vendor: "DeepSeek", loses: ["whole", "stream"], open: through(deepseek) },
  // A streamed text becomes many blocks, and two redacted thoughts become one: a repair does not find their places.
  { client: "@langchain/aws", vendor: "Claude at Bedrock", loses: ["whole", "stream"], unmended: ["stream"], open: converse("claude-opus-4-8") },
  { client: "@langchain/google", vendor: "Gemini", loses: ["whole", "stream"], open: throughProgram(google) },
  // Its constant signature for calls without one is Google's own; the simulator accepts only signatures that it made.
  { client: "@langchain/google-genai", vendor: "Gemini", loses: ["whole", "stream"], unsure: ["gem-signature-corrupt"], open: throughProgram(generative) },
];

// Vercel's AI SDK. It reads no requests. The provider that gave an answer reads it, through a fetch that answers from memory. The user's and the
// tools' messages are passed in the SDK's own form, so nothing of them is lost on the way in.
import { factsOf } from "./readers/all.mjs";
import { canonical } from "./facts.mjs";

/** The form of an answer in the body that a provider returns. */
const ANSWERS = {
  "anthropic-messages": (message) => ({ id: "msg_1", type: "message", role: "assistant", model: "m", content: [message.content].flat().map((one) => (typeof one === "string" ? { type: "text", text: one } : one)), stop_reason: "end_turn", stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } }),
  "openai-responses": (items) => ({ id: "resp_1", object: "response", created_at: 1, model: "m", status: "completed", error: null, incomplete_details: null, output: items.map(outputOf), usage: { input_tokens: 1, output_tokens: 1 } }),
  "openai-chat": (message) => ({ id: "chatcmpl-1", object: "chat.completion", created: 1, model: "m", choices: [{ index: 0, message, finish_reason: "stop" }], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }),
  "gemini-generate": (content) => ({ candidates: [{ content: { role: "model", parts: content.parts }, finishReason: "STOP", index: 0 }], usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 } }),
};

/** Returns an item of a request in the form of a response: there a message has an id and annotations. */
function outputOf(item, nth) {
  if (item.role !== "assistant") return item;
  const parts = typeof item.content === "string" ? [{ type: "output_text", text: item.content }] : item.content;
  return { id: `msg_${nth}`, type: "message", status: "completed", ...item, content: parts.map((part) => ({ annotations: [], logprobs: [], ...part })) };
}

export async function aiSdk({ moduleOf, versionOf }) {
  const { generateText, jsonSchema, tool } = await moduleOf("ai");
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const providers = await providersOf(moduleOf);
  const toolsOf = (facts) => Object.fromEntries(facts.tools.map(({ name, description, schema }) => [name, tool({ description, inputSchema: jsonSchema(schema ?? { type: "object", properties: {} }) })]));

  async function convert({ text, wire }, to, model) {
    const facts = factsOf(wire, text);
    const tools = toolsOf(facts);
    const messages = await messagesOf(facts, (native) => {
      const answer = providers[wire]("m", async () => Response.json(ANSWERS[wire](native)));
      return generateText({ model: answer, prompt: "p", tools, maxRetries: 0 }).then(({ response }) => response.messages);
    });
    let sent;
    let warnings = [];
    const fetch = async (_, { body }) => {
      sent = typeof body === "string" ? body : new TextDecoder().decode(body);
      return new Response("{}", { status: 418 });
    };
    await generateText({ model: providers[to](model, fetch), messages, tools, ...settingsOf(facts), maxRetries: 0, allowSystemInMessages: true, experimental_download: async (files) => files.map(() => null), onFinish: (done) => (warnings = done.warnings) }).catch((error) => {
      if (!sent) throw error;
    });
    return { text: sent, told: warnings };
  }
  // These have no place in its form: a provider has its own options for them.
  const notGiven = ["reasoning", "parallel", "user", "stream", "format"];
  return { name: "AI SDK", version: versionOf("ai"), from: Object.keys(ANSWERS), to: Object.keys(providers), convert, notGiven };
}

async function providersOf(moduleOf) {
  const [{ createAnthropic }, { createOpenAI }, { createGoogleGenerativeAI }, { createAmazonBedrock }, { createMistral }, { createCohere }] = await Promise.all(
    ["anthropic", "openai", "google", "amazon-bedrock", "mistral", "cohere"].map((name) => moduleOf(`@ai-sdk/${name}`)),
  );
  const apiKey = "none";
  return {
    "anthropic-messages": (model, fetch) => createAnthropic({ apiKey, fetch })(model),
    "openai-responses": (model, fetch) => createOpenAI({ apiKey, fetch }).responses(model),
    "openai-chat": (model, fetch) => createOpenAI({ apiKey, fetch }).chat(model),
    "gemini-generate": (model, fetch) => createGoogleGenerativeAI({ apiKey, fetch })(model),
    "bedrock-converse": (model, fetch) => createAmazonBedrock({ region: "us-east-1", apiKey, fetch })(`anthropic.${model}`),
    "mistral-chat": (model, fetch) => createMistral({ apiKey, fetch })(model),
    "cohere-chat": (model, fetch) => createCohere({ apiKey, fetch })(model),
  };
}

/** Returns the conversation in the SDK's form. The content of a turn comes from the provider's own reading. */
async function messagesOf({ entries }, read) {
  const messages = [];
  let [isAnswer, calls] = [false, []];
  // Results of one turn are neighbours, regardless of files between them.
  const add = (role, part) => {
    const since = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
    const same = role === "tool" ? since.find((message) => message.role === role) : since.at(-1);
    if (same?.role === role) same.content.push(part);
    else messages.push({ role, content: [part] });
  };
  for (const entry of entries) {
    if (entry.kind === "turn") {
      const read_ = await read(entry.native);
      messages.push(...read_);
      calls = read_.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(({ type }) => type === "tool-call");
      isAnswer = true;
    } else if (entry.kind === "system") messages.push({ role: "system", content: entry.text });
    else if (entry.kind === "user") {
      isAnswer = false;
      add("user", { type: "text", text: entry.text });
    } else if (entry.kind === "result") {
      isAnswer = false;
      add("tool", resultOf(entry, calls));
    } else if (["image", "document"].includes(entry.kind) && !isAnswer) add("user", { type: "file", mediaType: entry.type ?? (entry.kind === "image" ? "image/png" : "application/pdf"), data: entry.url ? new URL(entry.url) : entry.data });
  }
  return messages;
}

/** Returns a result, with the id that the SDK gave to its call if the wire has none. */
function resultOf({ call, payload, failed }, calls) {
  const same = calls.find(({ toolName, input, used }) => !used && toolName === call?.name && canonical(input) === canonical(call?.args)) ?? calls.find(({ toolName, used }) => !used && toolName === call?.name);
  if (same) same.used = true;
  const value = payload?.areBlocks ? payload.join("\n") : payload;
  const isText = typeof value === "string";
  return { type: "tool-result", toolCallId: call?.id ?? same?.toolCallId ?? "none", toolName: call?.name ?? "none", output: { type: `${failed ? "error-" : ""}${isText ? "text" : "json"}`, value } };
}

const NAMES = { max_tokens: "maxOutputTokens", temperature: "temperature", top_p: "topP", top_k: "topK", stop: "stopSequences", seed: "seed", presence_penalty: "presencePenalty", frequency_penalty: "frequencyPenalty" };

function settingsOf({ settings }) {
  const known = Object.entries(NAMES).filter(([name]) => settings.has(name)).map(([name, theirs]) => [theirs, settings.get(name)]);
  const choice = settings.get("tool_choice");
  return { ...Object.fromEntries(known), ...(choice ? { toolChoice: choice === "any" ? "required" : choice.name ? { type: "tool", toolName: choice.name } : choice } : {}) };
}

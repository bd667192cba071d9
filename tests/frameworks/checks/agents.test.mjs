// Items of @openai/agents: its models for Responses and for chats, and its adapter to the AI SDK, beside ours.
import test from "node:test";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { OpenAIChatCompletionsModel, OpenAIResponsesModel, setTracingDisabled, withTrace } from "@openai/agents";
import { aisdk } from "@openai/agents-extensions/ai-sdk";
import { loadPackage } from "../../../scripts/load-package.mjs";
import { compare, COUNT, keepingFetch, MODELS, TARGETS } from "../compare.mjs";
import { differenceOf, outlineOf } from "../outlines.mjs";
import { PICTURE, talkOf } from "../talks.mjs";

setTracingDisabled(true);
globalThis.AI_SDK_LOG_WARNINGS = false;
const { convert } = await loadPackage();
const { kept, fetch } = keepingFetch();
const keep = async (body) => {
  kept.body = JSON.parse(JSON.stringify(body));
  throw new Error("kept");
};
const client = { baseURL: "https://api.openai.com/v1", responses: { create: keep }, chat: { completions: { create: keep } } };
const models = {
  openai: new OpenAIResponsesModel(client, MODELS.openai),
  chat: new OpenAIChatCompletionsModel(client, "deepseek-v4-pro"),
  anthropic: aisdk(createAnthropic({ apiKey: "k", fetch })(MODELS.anthropic)),
  google: aisdk(createGoogleGenerativeAI({ apiKey: "k", fetch })(MODELS.google)),
};

async function send(vendor, input) {
  delete kept.body;
  const request = { input, modelSettings: { store: false }, tools: [], outputType: "text", handoffs: [], tracing: false };
  await withTrace("kept", () => models[vendor].getResponse(request)).catch((error) => {
    if (!kept.body) throw error;
  });
  return kept.body;
}

/** The model that the adapter writes beside the options of its provider. */
const ADAPTED = { anthropic: `anthropic.messages:${MODELS.anthropic}`, google: `google.generative-ai:${MODELS.google}` };
const dataOf = {
  anthropic: ({ isRedacted, handle }) => ({ model: ADAPTED.anthropic, anthropic: isRedacted ? { redactedData: handle } : { signature: handle } }),
  google: ({ handle }) => ({ model: ADAPTED.google, ...(handle && { google: { thoughtSignature: handle } }) }),
};

function itemOf(part) {
  if (part.kind === "text") return { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: part.text }] };
  if (part.kind === "call") {
    const own = { type: "function_call", callId: part.id, name: part.name, arguments: JSON.stringify(part.input), status: "completed" };
    return part.handle ? { ...own, providerData: dataOf.google(part) } : own;
  }
  if (part.issuer === "openai") {
    const content = part.texts.map((text) => ({ type: "input_text", text, providerData: { type: "summary_text" } }));
    return { type: "reasoning", id: part.id, content, providerData: { id: part.id, type: "reasoning", encrypted_content: part.handle } };
  }
  const [text = ""] = part.texts;
  return { type: "reasoning", content: [{ type: "input_text", text }], rawContent: [{ type: "reasoning_text", text }], providerData: dataOf[part.issuer](part) };
}

function spell({ system, turns }, only) {
  const items = system ? [{ type: "message", role: "system", content: system }] : [];
  for (const { user, picture, steps } of turns) {
    const image = picture ? [{ type: "input_image", image: `data:image/png;base64,${PICTURE}` }] : [];
    items.push({ type: "message", role: "user", content: [{ type: "input_text", text: user }, ...image] });
    for (const { parts, results } of steps) {
      // The framework sends the reasoning of one provider to another unchanged, and is refused: a history is of one provider.
      items.push(...parts.filter((part) => part.kind !== "thought" || part.issuer === only).map(itemOf));
      items.push(...results.map(({ id, name, text }) => ({ type: "function_call_result", name, callId: id, status: "completed", output: { type: "text", text } })));
    }
  }
  return items;
}

const against = (vendor, options) => compare({ format: "openai-agents", vendor, spell: (talk) => spell(talk, vendor), send: (items) => send(vendor, items), ...options });

/** Reasoning in a chat: the messages with a text of it, and their other text. */
const chatLines = ({ messages }) =>
  messages.flatMap(({ role, content, reasoning, reasoning_content = reasoning, tool_calls = [], tool_call_id }) => {
    const text = typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? part.type).join("");
    return [reasoning_content && `thought ${reasoning_content}`, text && `${role} ${text}`, ...tool_calls.map(({ id }) => `call ${id}`), tool_call_id && `result ${tool_call_id}`].filter(Boolean);
  });

/** Chats hold one text of reasoning for a message, and the framework keeps the last of several items: a step therefore has one here. */
async function chats() {
  let thoughts = 0;
  for (let seed = 1; seed <= COUNT; seed++) {
    const items = [];
    for (const { user, steps } of talkOf(seed, "openai").turns) {
      items.push({ role: "user", content: user });
      for (const { parts, results } of steps) {
        const [first] = parts.filter(({ kind }) => kind === "thought").flatMap(({ texts }) => texts);
        if (first) items.push({ type: "reasoning", content: [], rawContent: [{ type: "reasoning_text", text: first }], providerData: { model: "deepseek.chat:deepseek-v4-pro" } });
        items.push(...parts.filter(({ kind }) => kind !== "thought").map((part) => itemOf({ ...part, handle: undefined })));
        items.push(...results.map(({ id, name, text }) => ({ type: "function_call_result", name, callId: id, status: "completed", output: text })));
      }
    }
    const theirs = chatLines(await send("chat", items));
    const to = { wire: "openai-chat", host: "api.deepseek.com", model: "deepseek-v4-pro" };
    const ours = chatLines(JSON.parse(convert(JSON.stringify(items), { from: "openai-agents", to }).request));
    const difference = differenceOf(theirs, ours);
    if (difference) throw new Error(`conversation ${seed}: ${JSON.stringify(difference)}\n${JSON.stringify(items)}`);
    thoughts += ours.filter((line) => line.startsWith("thought")).length;
  }
  return `${COUNT} conversations, ${thoughts} thoughts in the same places`;
}

test("items of agents to OpenAI's Responses: the same thoughts in the same places", async (t) => t.diagnostic(await against("openai")));
/** Compares the framework's request, made of items that we wrote from a request of Responses, with that request. */
async function written() {
  let thoughts = 0;
  for (let seed = 1; seed <= COUNT; seed++) {
    const { request } = convert(JSON.stringify(spell(talkOf(seed, "openai"), "openai")), { from: "openai-agents", to: TARGETS.openai });
    const items = JSON.parse(convert(request, { from: TARGETS.openai, to: "openai-agents" }).request);
    const sent = await send("openai", items);
    const difference = differenceOf(outlineOf("openai", JSON.parse(request)), outlineOf("openai", sent));
    if (difference) throw new Error(`conversation ${seed}: ${JSON.stringify(difference)}\n${JSON.stringify(items)}`);
    for (const { type, id, summary, encrypted_content, ...rest } of sent.input.filter(({ type }) => type === "reasoning")) {
      if (!encrypted_content) throw new Error(`conversation ${seed}: ${id} is sent without its ciphertext`);
      if (Object.keys(rest).length) throw new Error(`conversation ${seed}: ${type} is sent with ${Object.keys(rest)}, which OpenAI refuses`);
      thoughts += 1;
    }
  }
  return `${COUNT} conversations, ${thoughts} thoughts as they were`;
}

test("items of agents that we wrote: the framework sends the reasoning of Responses with its ciphertext", async (t) => t.diagnostic(await written()));
test("items of agents to Claude by the adapter: the same thoughts in the same places", async (t) => t.diagnostic(await against("anthropic")));
test("items of agents to Gemini by the adapter: the same thoughts in the same places", async (t) => t.diagnostic(await against("google")));
test("items of agents to a chat: the same reasoning in the same messages", async (t) => t.diagnostic(await chats()));

// Messages of LangChain: the packages of three providers beside ours, with the messages in each form in which the framework writes them.
//
// Known differences, taken out of both sides below or never spelled:
// - The packages send the thoughts of other providers with their signatures, and those providers refuse them. We leave them out.
// - OpenAI's package says the first of several parts of a summary twice, and joins parts that have no `index`. Those of a stream have one, so these have it too.
// - Anthropic's package forgets that a result failed.
// - Google's package throws at `redacted_thinking`, and sends a `tool_use` of Anthropic's twice.
import test from "node:test";
import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage, coerceMessageLikeToMessage, HumanMessage, mapChatMessagesToStoredMessages, mapStoredMessagesToChatMessages, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { ChatOpenAI } from "@langchain/openai";
import { compare, keepingFetch, MODELS } from "../compare.mjs";
import { PICTURE, VENDORS } from "../talks.mjs";

const { kept, fetch } = keepingFetch();
const models = {
  anthropic: new ChatAnthropic({ apiKey: "k", model: MODELS.anthropic, maxRetries: 0, clientOptions: { fetch } }),
  openai: new ChatOpenAI({ apiKey: "k", model: MODELS.openai, maxRetries: 0, useResponsesApi: true, zdrEnabled: true, configuration: { fetch } }),
  google: new ChatGoogleGenerativeAI({ apiKey: "k", model: MODELS.google, maxRetries: 0 }),
};
const SIGNATURES = "__gemini_function_call_thought_signatures__";
const PROVIDERS = { anthropic: "anthropic", openai: "openai", google: "google-genai" };

/** Returns messages in the framework's form: objects of its classes. */
function messagesOf({ system, turns }, vendor) {
  const messages = system ? [new SystemMessage(system)] : [];
  for (const { user, picture, steps } of turns) {
    const image = { type: "image_url", image_url: { url: `data:image/png;base64,${PICTURE}` } };
    messages.push(new HumanMessage({ content: picture ? [{ type: "text", text: user }, image] : user }));
    for (const step of steps) messages.push(...answersOf(step, vendor), ...step.results.map(resultOf));
  }
  return messages;
}

const resultOf = ({ id, name, text, failed }) => new ToolMessage({ content: text, tool_call_id: id, name, ...(failed && { status: "error" }) });

function answersOf({ issuer, parts }, vendor) {
  const thoughts = parts.filter(({ kind, isRedacted }) => kind === "thought" && (issuer === vendor || !isRedacted));
  const texts = parts.filter(({ kind }) => kind === "text").map(({ text }) => ({ type: "text", text }));
  const calls = parts.filter(({ kind }) => kind === "call");
  const common = {
    tool_calls: calls.map(({ id, name, input }) => ({ type: "tool_call", id, name, args: input })),
    response_metadata: { model_provider: PROVIDERS[issuer] },
  };
  if (issuer === "openai") {
    // A message holds one item, so each one but the last is a separate message.
    const items = thoughts.map(({ id, texts, handle }) => ({ type: "reasoning", id, summary: texts.map((text, index) => ({ type: "summary_text", text, index })), encrypted_content: handle }));
    const before = items.slice(0, -1).map((reasoning) => new AIMessage({ content: [], additional_kwargs: { reasoning }, response_metadata: common.response_metadata }));
    const last = items.at(-1);
    return [...before, new AIMessage({ ...common, content: texts, additional_kwargs: last ? { reasoning: last } : {} })];
  }
  const blocks = thoughts.map(({ texts: [thinking], handle, isRedacted }) => (isRedacted ? { type: "redacted_thinking", data: handle } : { type: "thinking", thinking, ...(handle && { signature: handle }) }));
  const used = issuer === "anthropic" && vendor === "anthropic" ? calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input })) : [];
  const signatures = Object.fromEntries(calls.filter(({ handle }) => handle).map(({ id, handle }) => [id, handle]));
  return [new AIMessage({ ...common, content: [...blocks, ...texts, ...used], additional_kwargs: issuer === "google" ? { [SIGNATURES]: signatures } : {} })];
}

/** The forms in which messages are written, and how the framework reads each. */
const FORMS = [
  { write: (messages) => JSON.parse(JSON.stringify(messages)), read: (written) => written.map(coerceMessageLikeToMessage) },
  { write: mapChatMessagesToStoredMessages, read: mapStoredMessagesToChatMessages },
  { write: (messages) => JSON.parse(JSON.stringify(messages)).map(({ id, kwargs }) => ({ type: id.at(-1).replace("Message", "").toLowerCase(), ...kwargs })), read: (written) => written.map(coerceMessageLikeToMessage) },
];

async function send(vendor, messages) {
  delete kept.body;
  const [first] = messages;
  const form = FORMS[first.lc ? 0 : first.data ? 1 : 2];
  const own = globalThis.fetch;
  globalThis.fetch = fetch;
  try {
    await models[vendor].invoke(form.read(messages));
  } catch (error) {
    if (!kept.body) throw error;
  } finally {
    globalThis.fetch = own;
  }
  return kept.body;
}

const isForeign = (line, others) => line.startsWith("thought") && others.some(({ texts, handle }) => [...texts, handle].some((string) => string && line.includes(string)));

/** The differences that are correct on both sides. */
const SETTLED = {
  anthropic: (lines, side) => (side === "ours" ? lines.map((line) => line.replace(/ failed$/, "")) : lines),
  openai(lines, side, { turns }) {
    if (side === "ours") return lines;
    const firsts = turns.flatMap(({ steps }) => steps.flatMap(({ parts }) => parts)).filter(({ texts }) => texts?.length > 1).map(({ texts: [first] }) => first);
    const once = (line) => firsts.reduce((said, first) => said.replace(first + first, () => first), line);
    return lines.map((line) => (line.startsWith("thought") ? once(line) : line));
  },
};

for (const vendor of VENDORS) {
  test(`LangChain to ${vendor}: the same thoughts in the same places`, async (t) => {
    let nth = 0;
    const spell = (talk) => FORMS[nth++ % FORMS.length].write(messagesOf(talk, vendor));
    t.diagnostic(await compare({ format: "langchain", vendor, spell, send: (messages) => send(vendor, messages), isForeign, settle: SETTLED[vendor] }));
  });
}

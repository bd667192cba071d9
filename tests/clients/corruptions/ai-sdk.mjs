// Rows of the AI SDK's own providers.
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { openGuarded } from "../drivers/ai-sdk.mjs";
import { KEY } from "../tools.mjs";

const responses = (name, more) =>
  openGuarded({ model: (fetch) => createOpenAI({ apiKey: KEY, fetch }).responses(name), options: { openai: { reasoningEffort: "high", reasoningSummary: "auto", ...more } } });
const compatible = (name, baseURL, model) => openGuarded({ model: (fetch) => createOpenAICompatible({ name, apiKey: KEY, baseURL, fetch })(model) });

const STATELESS = { store: false, include: ["reasoning.encrypted_content"] };
const openai = { package: "@ai-sdk/openai", wire: "responses", isStream: false, plan: { text: true } };
const callsOf = (items) => items.filter(({ type }) => type === "function_call");
const isRespelled = ({ output }, sent) => output.some(({ content }) => Array.isArray(content)) && sent.some(({ role, content, id }) => role === "assistant" && typeof content === "string" && !id);

const stateless = { ...openai, open: responses("gpt-5.4", STATELESS) };

export const rows = [
  { ...stateless, corrupts: "texts are strings without ids", isLost: isRespelled, untold: "the ciphertext is whole, and a text may be spelled as a string" },
  {
    ...openai,
    corrupts: "texts are strings without ids, and the model binds ciphertext to what precedes it",
    open: responses("gpt-5.6-sol", STATELESS),
    isLost: isRespelled,
    untold: "a text is the same in both spellings",
  },
  { ...stateless, corrupts: "calls have no ids", isLost: ({ output }, sent) => callsOf(output).length > 0 && callsOf(sent).every(({ id }) => !id), untold: "without store no id is looked up" },
  {
    ...stateless,
    corrupts: "large numbers in arguments are rounded",
    plan: { call: { name: "grep", arguments: '{"path":"a","range":[1,12345678901234567890]}' } },
    isLost: (_, sent) => callsOf(sent).some((item) => item.arguments.includes("12345678901234567000")),
    untold: "no handle covers the arguments of a call, and no vendor refuses others",
  },
  {
    ...openai,
    corrupts: "with store, thoughts go by reference and calls without an id (vercel/ai#15795)",
    open: responses("gpt-5.4", { store: true }),
    isLost: (_, sent) => sent.some(({ type, id }) => type === "item_reference" && id.startsWith("rs_")) && callsOf(sent).some(({ id }) => !id),
    untold: "recorded traffic has accepted ones",
  },
  ...[false, true].map((isStream) => ({
    package: "@ai-sdk/openai-compatible",
    corrupts: `an answer that only calls has content: null, MiMo, ${isStream ? "streamed" : "whole"}`,
    wire: "chat:mimo",
    isStream,
    plan: { text: false },
    open: compatible("mimo", "https://api.xiaomimimo.com/v1", "mimo-v2.5-pro"),
    isLost: (given, [message]) => given.content === "" && message.content === null,
    rule: "null-instead-of-text",
  })),
  ...[false, true].map((isStream) => ({
    package: "@ai-sdk/openai-compatible",
    corrupts: `a thought goes back as reasoning_content, Groq, ${isStream ? "streamed" : "whole"}`,
    wire: "chat:groq",
    isStream,
    open: compatible("groq", "https://api.groq.com/openai/v1", "openai/gpt-oss-120b"),
    isLost: (given, [message]) => given.reasoning !== undefined && message.reasoning_content !== undefined,
    rule: "unsupported-reasoning-field",
  })),
  {
    package: "@ai-sdk/openai-compatible",
    corrupts: "an empty thought is none, DeepSeek",
    wire: "chat:deepseek",
    isStream: false,
    plan: { thought: "" },
    open: compatible("deepseek", "https://api.deepseek.com", "deepseek-v4-pro"),
    isLost: (given, [message]) => given.reasoning_content === "" && message.reasoning_content === undefined,
    rule: "missing-reasoning-content",
  },
];

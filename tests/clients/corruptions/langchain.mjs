// Rows of the packages of LangChain, in loops of one vendor.
import { converse, drivers, responses } from "../drivers/langchain.mjs";

const openOf = (name) => drivers.find(({ client }) => client === name).open;
const forms = (rows) => [false, true].flatMap((isStream) => rows.map((row) => ({ ...row, isStream, corrupts: `${row.corrupts}, ${isStream ? "streamed" : "whole"}` })));

const thoughtsOf = ({ content }) => content.filter(({ reasoningContent }) => reasoningContent);
const textsOf = ({ content }) => content.filter(({ text }) => text !== undefined);
const isCalling = ({ content }) => content.some(({ toolUse }) => toolUse);
const isFewer = (given, [message]) => thoughtsOf(message).length < thoughtsOf(given).length;
const isDropped = (given, sent) => isCalling(given) && isFewer(given, sent);
const isBehind = (_, [message]) => !message.content[0].reasoningContent;
const SEVERAL = "a thought goes behind its text: its place is not found before several blocks";
const aws = { package: "@langchain/aws", wire: "bedrock", open: converse("claude-opus-4-8") };
const bound = { ...aws, open: converse("claude-opus-5-5") };
const omitted = { plan: { runs: [["omitted"]], text: true }, rule: "dropped-thought" };

const signed = ({ parts }) => parts.filter(({ thoughtSignature }) => thoughtSignature);
const calls = ({ parts }) => parts.filter(({ functionCall }) => functionCall);
const isUnsigned = (given, [content]) => calls(given).length === 0 && signed(content).length === 0;
/** One call at a time: each has a separate signature, so none gets the constant. */
const SINGLE = [1, 1, 0, 1, 0];
const google = { package: "@langchain/google", wire: "gemini", open: openOf("@langchain/google") };
const generative = { package: "@langchain/google-genai", wire: "gemini", open: openOf("@langchain/google-genai") };

const openai = { package: "@langchain/openai", wire: "responses" };
const v1 = { ...openai, isStream: true, plan: { runs: [["text"]], text: true, summary: true }, open: responses({ model: "gpt-5.3-codex", outputVersion: "v1" }) };

export const rows = [
  { ...aws, ...omitted, corrupts: "an empty signed thought is dropped, whole", isStream: false, isLost: isDropped },
  { ...bound, ...omitted, corrupts: "an empty thought that is bound to what precedes it is dropped, whole", isStream: false, isLost: isDropped },
  {
    ...aws,
    corrupts: "a streamed text is several blocks",
    isStream: true,
    plan: { runs: [["redacted"]], text: true },
    isLost: (given, [message]) => textsOf(message).length > textsOf(given).length,
    untold: "no thought is lost, and texts side by side are one text",
  },
  { ...aws, ...omitted, corrupts: "an empty signed thought is dropped and its text is several blocks, streamed", isStream: true, isLost: isBehind, unmended: SEVERAL },
  { ...bound, ...omitted, corrupts: "an empty thought that is bound is dropped and its text is several blocks, streamed", isStream: true, isLost: isBehind, unmended: SEVERAL },
  {
    ...aws,
    corrupts: "two redacted thoughts become one, streamed",
    isStream: true,
    plan: { runs: [["redacted", "redacted"]] },
    isLost: isFewer,
    rule: "altered-handle",
  },
  ...forms([
    { ...google, corrupts: "the signature of a text is dropped", isLost: isUnsigned, rule: "dropped-thought" },
    { ...generative, corrupts: "the signature of a text is dropped", calls: SINGLE, isLost: isUnsigned, rule: "dropped-thought" },
    { ...generative, corrupts: "a call without a signature gets a constant one", isLost: (given, [content]) => signed(content).length > signed(given).length, rule: "altered-handle", unsure: true },
    {
      ...generative,
      corrupts: "calls have no ids",
      calls: SINGLE,
      isLost: (given, [content]) => calls(given).some(({ functionCall }) => functionCall.id) && calls(content).every(({ functionCall }) => !functionCall.id),
      untold: "Gemini takes calls without ids",
    },
    {
      ...openai,
      corrupts: "chat: reasoning_content is dropped, DeepSeek",
      wire: "chat:deepseek",
      open: openOf("@langchain/openai chat"),
      isLost: (given, [message]) => given.reasoning_content !== undefined && message.reasoning_content === undefined,
      rule: "missing-reasoning-content",
    },
    {
      ...openai,
      corrupts: "responses: without store no ciphertext is asked for",
      plan: { runs: [] },
      open: responses(),
      isLost: (_, __, { store, include }) => store === false && !include?.length,
      rule: "ciphertext-not-requested",
    },
  ]),
  {
    ...v1,
    corrupts: "v1, streamed: pieces of a summary are thoughts without ciphertext",
    isLost: (_, sent) => sent.some(({ type, encrypted_content }) => type === "reasoning" && !encrypted_content),
    rule: "reasoning-without-state",
    unmended: "to take them out counts as unsafe, though the summary before them has the same text",
  },
  {
    ...v1,
    corrupts: "v1, streamed: the phase is dropped",
    isLost: ({ output }, sent) => output.some(({ phase }) => phase) && sent.every(({ phase }) => !phase),
    rule: "dropped-phase",
    unmended: "beside a piece that has more than half of its summary it is not brought back",
  },
  {
    ...v1,
    corrupts: "v1, streamed: the arguments of calls are empty",
    isLost: (_, sent) => sent.some((item) => item.type === "function_call" && item.arguments === "{}"),
    untold: "no handle covers the arguments of a call, and no vendor refuses others",
  },
];

// Rows of the packages of OpenRouter: the provider for the AI SDK, and the client, which does not assemble its stream.
import { createOpenRouter } from "@openrouter/ai-sdk-provider";
import { openGuarded } from "../drivers/ai-sdk.mjs";
import { drivers } from "../drivers/openrouter.mjs";
import { KEY } from "../tools.mjs";

const provided = (model) => openGuarded({ model: (fetch) => createOpenRouter({ apiKey: KEY, fetch })(model), options: { openrouter: { reasoning: { effort: "high" } } } });
const provider = { package: "@openrouter/ai-sdk-provider", wire: "openrouter", isStream: false };
const claude = { ...provider, open: provided("anthropic/claude-sonnet-5") };
const gpt = { ...provider, open: provided("openai/gpt-5") };
const deepseek = { ...provider, open: provided("deepseek/deepseek-v4-pro") };
const client = { package: "@openrouter/sdk", wire: "openrouter", isStream: true, plan: { runs: [["text"]] } };
const openOf = (name) => drivers.find(({ vendor }) => vendor.startsWith(name)).open;

const detailsOf = ({ reasoning_details }, type = "") => (reasoning_details ?? []).filter((detail) => detail.type.startsWith(`reasoning.${type}`));
const isFewer = (type) => (given, [message]) => detailsOf(message, type).length < detailsOf(given, type).length;
const isBare = (given, [message]) => detailsOf(given).length > 0 && detailsOf(message).length === 0;
const isCalling = ({ tool_calls }) => tool_calls?.length > 0;
const CLOSED = "the turn is over, and the vendor does not want its thoughts back";

export const rows = [
  { ...claude, corrupts: "two signed thoughts become one, Claude, streamed", isStream: true, plan: { runs: [["text", "text"]] }, isLost: isFewer("text"), rule: "changed-latest-thinking" },
  { ...claude, corrupts: "an empty signed thought gives its signature to the next, Claude, streamed", isStream: true, plan: { runs: [["omitted", "text"]] }, isLost: isFewer("text"), rule: "changed-latest-thinking" },
  { ...claude, corrupts: "of two signed thoughts before a text one is left, Claude, whole", plan: { runs: [["text", "text"]] }, isLost: isFewer("text"), rule: "changed-latest-thinking" },
  { ...claude, corrupts: "redacted thoughts before a text are dropped, Claude, whole", plan: { runs: [["redacted", "redacted"]] }, isLost: isBare, untold: CLOSED },
  {
    ...gpt,
    corrupts: "ciphertext before a text is dropped, GPT, whole",
    plan: { runs: [["text"]], summary: true },
    isLost: (given, sent) => !isCalling(given) && isFewer("encrypted")(given, sent),
    untold: CLOSED,
  },
  ...[false, true].map((isStream) => ({ ...gpt, corrupts: `items of tools of the server are dropped, GPT, ${isStream ? "streamed" : "whole"}`, isStream, isLost: isFewer("server_tool_call"), rule: "dropped-thought" })),
  { ...provider, corrupts: "the signature of a text is dropped, Gemini, whole", open: provided("google/gemini-3-pro-preview"), isLost: isFewer("encrypted"), rule: "dropped-thought" },
  {
    ...deepseek,
    corrupts: "an empty thought is dropped, DeepSeek",
    plan: { thought: "" },
    isLost: (given, [message]) => isCalling(given) && given.reasoning === "" && message.reasoning === undefined,
    rule: "missing-details",
  },
  {
    ...deepseek,
    corrupts: "the keys of arguments are sorted, DeepSeek",
    isLost: (given, [message]) => isCalling(given) && given.tool_calls[0].function.arguments.startsWith('{"path"') && message.tool_calls[0].function.arguments.startsWith('{"deep"'),
    untold: "arguments are the same in any order of their keys",
  },
  { ...client, corrupts: "details of a stream are folded by nobody, Claude", open: openOf("Claude"), isLost: (given, sent) => isCalling(given) && isBare(given, sent), rule: "dropped-thought" },
  { ...client, corrupts: "details of a stream are folded by nobody, Gemini", open: openOf("Gemini"), isLost: isBare, rule: "missing-details" },
];

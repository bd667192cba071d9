// Clients of the big wires on hosts with a different contract: the shapes are the wire's, the host and its options are not.
import * as anthropic from "./anthropic.mjs";
import { calls, chatClient, results } from "./chat.mjs";
import * as responses from "./responses.mjs";
import * as geminiChat from "../vendors/gemini-chat.mjs";
import * as messages from "../vendors/plain-messages.mjs";
import * as items from "../vendors/plain-responses.mjs";

const at = (wire, host, model) => ({ wire, host, surface: host, model, account: "key-a", betas: [], era: "2026-11-14" });
const tools = ["read_file", "grep", "run"];

/** A Messages endpoint of a host without signatures. */
const plainMessages = (host, model, more) => ({
  ...anthropic,
  answer: messages.answer,
  pathOf: () => "/anthropic/v1/messages",
  open: () => {
    const body = { model, max_tokens: 4096, ...more, tools: tools.map((name) => ({ name, input_schema: { type: "object" } })), messages: [] };
    return { body, headers: {}, target: at("anthropic-messages", host, model), state: {} };
  },
});

export const deepseekMessages = plainMessages("api.deepseek.com", "deepseek-v4-pro", {});
export const kimiMessages = plainMessages("api.moonshot.ai", "kimi-k2.5", { thinking: { type: "enabled", budget_tokens: 1024 } });

export const deepseekResponses = {
  ...responses,
  answer: items.answer,
  open: () => {
    const body = { model: "deepseek-flash", input: [], tools: tools.map((name) => ({ type: "function", name })) };
    return { body, headers: {}, target: at("openai-responses", "api.deepseek.com", "deepseek-flash"), state: {} };
  },
};

export const geminiCompat = {
  ...chatClient("openai"),
  dialect: undefined,
  answer: geminiChat.answer,
  calls,
  results,
  pathOf: () => "/v1beta/openai/chat/completions",
  open: (random) => {
    const model = random.pick(["gemini-3-flash-preview", "gemini-2.5-flash", "gemini-4-argon"]);
    const body = { model, messages: [], tools: tools.map((name) => ({ type: "function", function: { name } })) };
    return { body, headers: {}, target: at("openai-chat", "generativelanguage.googleapis.com", model), state: {} };
  },
};

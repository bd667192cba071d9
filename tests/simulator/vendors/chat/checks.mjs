// Small checks that make up the dialects. Each gets the request's view {body, messages, on, era, memory} and the losses.
import { refuse } from "../../verdict.mjs";
import { assistants, holder, isToolTurn, lastUser, reasoningOf } from "./messages.mjs";

const has = (message, field) => message[field] !== undefined && message[field] !== null;

/** DeepSeek by era. */
export function deepseekHistory({ body, messages, on, era }, losses) {
  if (era < "2025-12") {
    if (holder(messages, "reasoning_content")) refuse("ds-present"); // ds.r1.rc-present
    return;
  }
  if (!on) return;
  const lacks = assistants(messages).filter(({ message }) => !has(message, "reasoning_content"));
  const calls = lacks.filter(({ message }) => isToolTurn(message));
  if (era < "2026-04") {
    const open = calls.find(({ n }) => n > lastUser(messages));
    if (open) refuse("ds-missing-index", { n: open.n }); // ds.v32.missing-rc-index
  } else if (era < "2026-08") {
    if (calls.length) refuse("ds-missing"); // ds.chat.toolturn-missing-rc
  } else if (body.tools?.length) {
    if (calls.length) refuse("ds-missing"); // ds.chat.toolturn-missing-rc
    // ds.chat.tools-param-missing-rc: reported as a refusal, yet such a request to V4 Flash is recorded as accepted
    for (const { n } of lacks) losses.add("ds.chat.tools-param-missing-rc", `/messages/${n}`, { maybe: true });
  }
}

/** ds.toolchoice.forced: recorded twice. */
export function deepseekForced({ body, on, era }) {
  const choice = body.tool_choice;
  if (on && era >= "2025-12" && (choice === "required" || choice?.type === "function")) refuse("ds-forced");
}

export function kimi({ body, messages, on }, losses) {
  if (body.thinking && body.reasoning_effort) refuse("kimi-both"); // kimi.thinking-and-effort
  if (!on) return;
  const open = assistants(messages).find(({ message }) => isToolTurn(message) && !has(message, "reasoning_content"));
  if (open) refuse("kimi-missing", { n: open.n }); // kimi.toolturn-missing-rc
  if (body.model === "kimi-k2.6" && body.thinking?.keep !== "all") earlier(messages, "reasoning_content", "kimi.k26.keep-missing", losses);
}

export function mimo({ messages, on }) {
  const turns = assistants(messages).filter(({ message }) => isToolTurn(message));
  if (turns.some(({ message }) => message.content === null)) refuse("mimo-null"); // mimo.null-content
  if (on && turns.some(({ message }) => !has(message, "reasoning_content"))) refuse("mimo-missing"); // mimo.toolturn-missing-rc
}

export function glm({ body, messages }, losses) {
  if (body.thinking?.clear_thinking !== false) earlier(messages, "reasoning_content", "glm.clear-thinking-default", losses);
}

export function qwen({ body, messages, on }, losses) {
  const choice = body.tool_choice;
  if (on && (choice === "required" || typeof choice === "object" && choice)) refuse("qwen-forced");
  if (body.preserve_thinking !== true) earlier(messages, "reasoning_content", "qwen.preserve-missing", losses);
}

export function minimax({ body, messages }, losses) {
  if (body.model === "MiniMax-M3" && body.thinking?.type === "enabled") refuse("minimax-type"); // minimax.m3.thinking-enabled
  for (const { message, n } of assistants(messages)) {
    const tagged = reasoningOf(message, ["tags"]);
    const field = reasoningOf(message, ["reasoning_content", "reasoning_details"]);
    if (tagged && tagged === field) losses.add("minimax.duplicate-reasoning", `/messages/${n}`);
  }
}

export function groq({ body, messages, model }) {
  if (body.reasoning_format !== undefined && body.include_reasoning !== undefined) refuse("groq-both"); // groq.format-and-include
  const field = holder(messages, "reasoning_content");
  if (field) refuse("groq-field", { n: field.n }); // groq.rc-present
  const reasoning = holder(messages, "reasoning");
  if (reasoning && model.plain) refuse("groq-plain", { n: reasoning.n }); // groq.reasoning-on-plain-model
}

export function cerebras({ body, messages }, losses) {
  const field = holder(messages, "reasoning_content");
  if (field) refuse("cerebras-field", { n: field.n }); // cerebras.rc-present
  if (body.clear_thinking !== false) earlier(messages, "reasoning", "cerebras.clear-thinking-default", losses);
}

export function mistral({ messages }) {
  for (const field of ["reasoning_content", "reasoning", "thinking_blocks", "reasoning_details"]) {
    const found = holder(messages, field);
    if (found) refuse("mistral-field", {}, { param: ["body", "messages", found.n, "assistant", field] }); // mistral.rc-present
  }
}

export function fireworks({ messages }, losses) {
  const at = messages.findLastIndex(isToolTurn);
  const open = at >= 0 && messages.slice(at + 1).every((message) => message.role === "tool");
  if (open && !has(messages[at], "reasoning_content")) losses.add("fireworks.rc-missing", `/messages/${at}`);
}

/** A host that reads one of the two fields and silently drops the other. */
export const reads = (field, other, rule) => ({ messages }, losses) => {
  for (const { message, n } of assistants(messages)) if (has(message, other) && !has(message, field)) losses.add(rule, `/messages/${n}`);
};

export function llamacpp({ messages }) {
  if (assistants(messages).some(({ message }) => message.reasoning_content === null)) refuse("llamacpp-null"); // llamacpp.null-rc
}

/** sglang.dsv32.bare-assistant: after the last user message an assistant message needs reasoning or calls, if the template thinks. */
export function sglang({ body, messages }) {
  if (!body.model.includes("V3.2") || body.chat_template_kwargs?.thinking !== true) return;
  const bare = assistants(messages).some(({ message, n }) => n > lastUser(messages) && !isToolTurn(message) && !message.reasoning_content);
  if (bare) refuse("sglang-bare");
}

export function openai({ body, messages }, losses) {
  // oai-chat-tools-effort: documented for 5.6, recorded on 5.4 with an explicit effort
  const effort = body.reasoning_effort ?? (/gpt-5\.[6-9]|gpt-6/.test(body.model) ? "medium" : "none");
  const literal = /gpt-5\.[6-9]|gpt-6/.test(body.model) ? "openai-effort-or-none" : "openai-effort";
  if (/gpt-5\.[4-9]|gpt-6/.test(body.model) && body.tools?.length && effort !== "none") refuse(literal, { model: body.model });
  for (const { message, n } of assistants(messages)) {
    const id = message.tool_calls?.[0]?.id ?? "";
    if (id.length > 40) refuse("openai-id-long", { n, length: id.length }, { param: `messages[${n}].tool_calls[0].id` }); // fw.litellm.thought-id-leak
    if (["reasoning_content", "reasoning", "reasoning_details"].some((field) => has(message, field))) losses.add("oai-chat-no-reasoning", `/messages/${n}`);
  }
}

/** Reports reasoning of earlier rounds that this host does not keep. */
function earlier(messages, field, rule, losses) {
  const limit = lastUser(messages);
  for (const { message, n } of assistants(messages)) if (n < limit && message[field]) losses.add(rule, `/messages/${n}`);
}

/** Reports tags in content if the host has a field for them. */
export function tags({ messages }, losses) {
  for (const { message, n } of assistants(messages)) if (typeof message.content === "string" && message.content.startsWith("<think>")) losses.add("tag.in-content-with-field", `/messages/${n}`);
}

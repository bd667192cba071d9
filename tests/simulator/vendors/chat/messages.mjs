// Messages of a chat request, and the checks that every dialect shares.
import { refuse } from "../../verdict.mjs";

export const isToolTurn = (message) => message.role === "assistant" && message.tool_calls?.length > 0;
export const lastUser = (messages) => messages.findLastIndex((message) => message.role === "user");

/** Returns the key of a call: its id, and also its arguments if ids are counted and repeat. */
export const callKey = (call) => (COUNTED.test(call?.id) ? `${call.id} ${call.function?.arguments}` : call?.id);
const COUNTED = /^(call_\d+$|functions\.|tool_\d+_)/;

/** Returns the number of calls in the messages of a request. */
export const callsIn = (messages) => messages.reduce((sum, message) => sum + (message.tool_calls?.length ?? 0), 0);

/** Assistant messages with their index. */
export const assistants = (messages) => messages.map((message, n) => ({ message, n })).filter(({ message }) => message.role === "assistant");

/** The first assistant message that has `field`, even empty. */
export const holder = (messages, field) => assistants(messages).find(({ message }) => message[field] !== undefined);

/** Returns the reasoning text of a message in any of these fields. */
export function reasoningOf(message, fields) {
  for (const field of fields) if (typeof message[field] === "string") return message[field];
  const details = fields.includes("reasoning_details") ? message.reasoning_details : undefined;
  if (Array.isArray(details) && details.length) return details.map((one) => one.text ?? "").join("");
  if (fields.includes("chunk") && Array.isArray(message.content)) return message.content.find(({ type }) => type === "thinking")?.thinking?.map?.((one) => one.text).join("");
  if (fields.includes("tags") && typeof message.content === "string") return /^<think>([^]*?)<\/think>/.exec(message.content)?.[1];
  return undefined;
}

/** An item or a block of another wire has no role, and is not a message. */
export function checkRoles(messages) {
  const n = messages.findIndex(({ role }) => !/^(system|developer|user|assistant|tool|function)$/.test(role ?? ""));
  if (n >= 0) refuse("chat-role", { n, role: messages[n].role ?? "" }); // config.chat.role
}

/** Checks calls and tool messages, with the messages of a family of hosts; hosts with unknown messages are not checked. */
export function checkOrder(messages, style) {
  if (!style) return;
  messages.forEach((message, n) => {
    const after = [];
    for (let at = n + 1; messages[at]?.role === "tool"; at++) after.push(messages[at].tool_call_id);
    if (isToolTurn(message)) {
      const open = message.tool_calls.map(({ id }) => id).filter((id) => !after.includes(id));
      if (open.length) UNANSWERED[style]?.(open, n + after.length + 1);
      if (style === "mistral" && after.length !== message.tool_calls.length) refuse("mistral-count"); // order.mistral.response-count
    }
    if (message.role === "tool") {
      let back = n;
      while (messages[back]?.role === "tool") back--;
      const asked = isToolTurn(messages[back] ?? {}) ? messages[back].tool_calls.map(({ id }) => id) : [];
      if (!asked.includes(message.tool_call_id)) ORPHAN[style]?.(n, messages[n - 1]?.role);
    }
    if (style === "mistral" && message.role === "user" && messages[n - 1]?.role === "tool") refuse("mistral-order", { role: "user", before: "tool" }); // order.mistral.role
  });
}

const UNANSWERED = {
  openai: (ids, n) => refuse("openai-unanswered", { ids: ids.join(", ") }, { param: `messages.[${n}].role` }), // order.openai.unanswered-call
  deepseek: () => refuse("ds-unanswered"), // order.ds.unanswered-call
  mistral: () => refuse("mistral-count"), // order.mistral.response-count
};
const ORPHAN = {
  openai: (n) => refuse("openai-orphan", {}, { param: `messages.[${n}].role` }), // order.openai.orphan-result
  deepseek: () => refuse("ds-orphan"), // order.ds.orphan-result
  qwen: () => refuse("qwen-orphan"), // order.qwen.orphan-result
  mistral: (n, before) => refuse(before === "tool" || before === "assistant" ? "mistral-count" : "mistral-order", { role: "tool", before }), // order.mistral.role
};

/** Returns the text of a message for the user, without its thoughts. */
export const saidOf = ({ content }) => (Array.isArray(content) ? content.map(({ text }) => text ?? "").join("") : (content ?? "").replace(/^<think>[^]*?<\/think>\s*/, ""));

// The inputs of the calls.
import { conversation } from "../conversation.mjs";

export const TARGET = { wire: "anthropic-messages" };
export const bytesOf = (text) => new TextEncoder().encode(text);
/** Returns an input that all runs share. */
export const same = (value) => () => value;

export const body = (size) => same(bytesOf(conversation(size)));
export const text = (size) => same(conversation(size));
export const object = (size) => same(JSON.parse(conversation(size)));
export const messages = (size) => same(JSON.stringify(JSON.parse(conversation(size)).messages));
export const response = (size) => same(bytesOf(responseOf(size)));
export const list = (make) => (count) => same(Array.from({ length: count }, (_, nth) => make(nth)));

/** Returns a response of about a size: the parts of a conversation that a model wrote. */
export function responseOf(size) {
  const content = JSON.parse(conversation(2 * size)).messages.flatMap(({ content }) => (Array.isArray(content) ? content.filter(({ type }) => type !== "tool_result") : []));
  let length = 0;
  const kept = content.filter((part) => (length += JSON.stringify(part).length) <= size || length <= 2_000);
  return JSON.stringify({ id: "msg_1", type: "message", role: "assistant", model: "claude-example", content: kept, usage: {} });
}

/** Returns the exchanges of a conversation of `turns` turns. Each request contains the one before it. */
export function exchangesOf(turns) {
  const { messages, ...rest } = JSON.parse(conversation(2_500 * turns));
  return Array.from({ length: turns }, (_, nth) => {
    const request = bytesOf(JSON.stringify({ ...rest, messages: messages.slice(0, 2 * nth + 1) }));
    return { request, response: bytesOf(JSON.stringify({ id: `msg_${nth}`, type: "message", ...messages[2 * nth + 1], model: rest.model, usage: {} })), target: TARGET };
  });
}

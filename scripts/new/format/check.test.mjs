// Messages of __title__ to Claude: the framework's request beside ours. `send` is what the framework does; call the framework there.
import test from "node:test";
import { compare } from "../compare.mjs";

/** Spells a conversation as the framework keeps it: with the thoughts of Claude, and without the failure of a result, which has no place in it. */
function spell({ system, turns }) {
  const messages = system ? [{ role: "system", content: system }] : [];
  for (const { user, steps } of turns) {
    messages.push({ role: "user", content: user });
    for (const { parts, results } of steps) messages.push(answerOf(parts), ...results.map(({ id, name, text }) => ({ role: "tool", content: text, callId: id, tool: name })));
  }
  return messages;
}

function answerOf(parts) {
  const of = (kind) => parts.filter((part) => part.kind === kind);
  const thinking = of("thought").filter(({ issuer }) => issuer === "anthropic").map(({ texts, handle, isRedacted }) => ({ ...(isRedacted && { type: "redacted_thinking" }), text: texts.join(""), signature: handle }));
  const calls = of("call").map(({ id, name, input }) => ({ id, name, input }));
  return { role: "assistant", content: of("text").map(({ text }) => text).join(""), thinking, calls };
}

/** Makes the request that the framework sends for its messages. */
function send(messages) {
  return { messages: messages.filter(({ role }) => role !== "system").map(sent) };
}

function sent({ role, content, thinking = [], calls = [], callId }) {
  if (role === "tool") return { role: "user", content: [{ type: "tool_result", tool_use_id: callId, content }] };
  const thoughts = thinking.map(({ type, text, signature }) => (type ? { type, data: signature } : { type: "thinking", thinking: text, signature }));
  const texts = content ? [{ type: "text", text: content }] : [];
  return { role, content: [...thoughts, ...texts, ...calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input }))] };
}

test("messages of __title__ to Claude: the same thoughts in the same places", async (t) => t.diagnostic(await compare({ format: "__kebab__", vendor: "anthropic", spell, send })));

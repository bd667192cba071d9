// A client of OpenRouter's chat that sends reasoning and reasoning_details back unchanged.
import { parse } from "../json.mjs";
import { values } from "../sse.mjs";
import { answer } from "../vendors/openrouter.mjs";
import { FAMILIES } from "../vendors/openrouter/families.mjs";
import { shelfOf } from "../vendors/responses.mjs";
import { calls, growMessage, results } from "./chat.mjs";

export const wire = "openrouter-chat";
export { answer, calls, results };

export function open(random) {
  const model = random.pick(Object.keys(FAMILIES));
  const body = { model, messages: [], tools: ["read_file", "grep", "run"].map((name) => ({ type: "function", function: { name, parameters: { type: "object", properties: {} } } })) };
  if (random.chance(0.5)) body.reasoning = { enabled: true };
  return { body, headers: {}, target: { wire, host: "openrouter.ai", surface: "openrouter", model, account: "key-a", betas: [], era: "2026-11-14" }, state: { shelf: shelfOf() } };
}

export const pathOf = () => "/api/v1/chat/completions";

export function ask(talk, text) {
  talk.body.messages.push({ role: "user", content: text });
}

export function append(talk, message) {
  talk.body.messages.push(message);
}

export function fold(reply) {
  if (reply.body) return parse(reply.body).choices[0].message;
  const message = { role: "assistant", content: "", reasoning: null };
  for (const { choices } of values(reply.stream)) {
    const { reasoning, ...delta } = choices[0].delta;
    if (reasoning !== undefined && reasoning !== null) message.reasoning = (message.reasoning ?? "") + reasoning;
    growMessage(message, delta);
  }
  return message;
}

// Clients of the chat hosts: they send the message back unchanged.
import { parse } from "../json.mjs";
import { values } from "../sse.mjs";
import { answer } from "../vendors/chat.mjs";
import { DIALECTS } from "../vendors/chat/dialects.mjs";

/** Returns the client of one dialect. */
export function chatClient(name) {
  const dialect = DIALECTS[name];
  const wire = name === "mistral" ? "mistral-chat" : "openai-chat";
  return { wire, dialect: name, answer, open: (random) => open(name, dialect, wire, random), pathOf: () => dialect.path ?? "/v1/chat/completions", ask, append, calls, results, fold };
}

function open(name, dialect, wire, random) {
  const era = random.pick(Object.keys(dialect.eras ?? { "2026-11-14": 0 }));
  const model = random.pick(dialect.eras?.[era] ?? dialect.models);
  const body = { model, messages: [{ role: "system", content: random.words(3, 6) }], tools: tools() };
  if (random.chance(0.3)) Object.assign(body, OPTIONS[name]?.(random) ?? {});
  const target = { wire, host: dialect.host, surface: name, model, account: "key-a", betas: [], era };
  // DeepSeek of 2025 requires that reasoning is left out.
  return { body, headers: {}, target, leaves: name === "deepseek" && era < "2025-12" ? "reasoning_content" : undefined, state: { era } };
}

const OPTIONS = {
  deepseek: () => ({ thinking: { type: "enabled" } }),
  kimi: (random) => ({ thinking: { type: "enabled", ...(random.chance(0.7) ? { keep: "all" } : {}) } }),
  glm: () => ({ thinking: { type: "enabled", clear_thinking: false } }),
  qwen: () => ({ enable_thinking: true, preserve_thinking: true }),
  minimax: () => ({ reasoning_split: true }),
  groq: () => ({ reasoning_format: "parsed" }),
  cerebras: () => ({ clear_thinking: false }),
  sglang: () => ({ chat_template_kwargs: { thinking: true } }),
  mimo: () => ({ thinking: { type: "enabled" } }),
};

function ask(talk, text) {
  talk.body.messages.push({ role: "user", content: text });
}

function append(talk, message) {
  const kept = { ...message };
  delete kept[talk.leaves];
  talk.body.messages.push(kept);
}

export const calls = (message) => (message.tool_calls ?? []).map(({ id, function: { name } }) => ({ id, name }));

export function results(talk, answers) {
  talk.body.messages.push(...answers.map(({ id, text }) => ({ role: "tool", tool_call_id: id, content: text })));
}

/** Returns the message of a reply: text is joined, calls and details by their index, chunks by their type. */
export function fold(reply) {
  if (reply.body) return parse(reply.body).choices[0].message;
  const message = {};
  for (const { choices } of values(reply.stream)) growMessage(message, choices[0]?.delta ?? {});
  return { ...message, content: message.content ?? "" };
}

export function growMessage(message, delta) {
  for (const [key, value] of Object.entries(delta)) {
    if (key === "role" || message[key] === undefined) message[key] = value;
    else if (typeof value === "string") message[key] += value;
    else if (key === "content") value.forEach((chunk) => growChunk(message.content, chunk));
    else value.forEach((one) => growEntry(message[key], one, key));
  }
}

function growChunk(chunks, chunk) {
  const last = chunks.at(-1);
  if (last.type !== chunk.type) return void chunks.push(chunk);
  if (chunk.type === "text") last.text += chunk.text;
  else {
    last.thinking[0].text += chunk.thinking[0].text;
    if (chunk.signature) last.signature = chunk.signature;
  }
}

/** Calls are joined by index; details by type and index. Text and summary grow; other members are the last that was not empty. */
function growEntry(entries, one, key) {
  const same = entries.find((entry) => entry.index === one.index && entry.type === (one.type ?? entry.type) && one.index !== undefined);
  if (!same) return void entries.push(one);
  if (key === "tool_calls") return void (same.function.arguments += one.function.arguments);
  for (const [name, value] of Object.entries(one)) {
    if ((name === "text" || name === "summary") && typeof same[name] === "string") same[name] += value;
    else if (value !== null && value !== "") same[name] = value;
  }
}

const tools = () => ["read_file", "grep", "run"].map((name) => ({ type: "function", function: { name, parameters: { type: "object", properties: {} } } }));

// A client of Messages that copies its answers.
import { parse } from "../json.mjs";
import { values } from "../sse.mjs";
import { answer } from "../vendors/anthropic.mjs";
import { BETAS, compacts, MODELS } from "../vendors/anthropic/models.mjs";

export const wire = "anthropic-messages";
export { answer };

const SURFACES = { direct: "api.anthropic.com", vertex: "aiplatform.googleapis.com", bedrock: "bedrock-runtime.amazonaws.com" };

/** Returns a new conversation: body, headers, target and the provider's side of it. */
export function open(random) {
  const model = random.pick(Object.keys(MODELS));
  const row = MODELS[model];
  const surface = random.pick(["direct", "direct", "direct", "vertex", "bedrock"]);
  const account = random.pick(["acct-a", "acct-b"]);
  const enforced = random.chance(0.5);
  const betas = [];
  const body = { model, max_tokens: 8192, system: random.words(3, 6), tools: tools(), messages: [] };
  const type = random.pick(row.types.filter((one) => one !== "disabled" || random.chance(0.2)));
  if (!row.thinks || random.chance(0.7)) body.thinking = type === "enabled" ? { type, budget_tokens: 1024 + random.below(3000) } : { type: type ?? row.types[0] };
  if (body.thinking?.type === "adaptive" && random.chance(0.3)) body.thinking.display = random.pick(["summarized", "omitted"]);
  if (row.age <= 46 && type === "enabled" && random.chance(0.4)) betas.push(BETAS.interleaved);
  if (row.binds && type === "adaptive" && body.thinking && random.chance(0.5)) {
    betas.push(BETAS.binding);
    if (random.chance(0.7)) body.thinking.block_binding = { [surface === "bedrock" ? "mismatch_behavior" : "prefix_mismatch_behavior"]: random.pick(["error", "drop_block"]) };
  }
  const more = compacts(model, surface) && random.chance(0.3) ? "compacts" : row.binds && surface !== "bedrock" && random.chance(0.25) ? "efforts" : null;
  if (more) betas.push(more === "compacts" ? BETAS.compact : BETAS.efforts);
  const headers = betas.length ? { "anthropic-beta": betas.join(",") } : {};
  const target = { wire, host: SURFACES[surface], surface, model, account, enforced, betas, era: "2026-11-14" };
  return { body, headers, target, [more]: true, state: { account, enforced, surface } };
}

export const pathOf = () => "/v1/messages";

/** Adds a question; a talk that changes its effort does so before a question or right after it. */
export function ask(talk, text) {
  const nth = talk.body.messages.length;
  const effort = talk.efforts && nth && ["low", "high", null, null][nth % 4];
  const said = [{ role: "user", content: text }];
  if (effort) said.splice(effort === "low" ? 0 : 1, 0, { role: "system", content: [], output_config: { effort } });
  talk.body.messages.push(...said);
}

/** Returns a talk that requests a summary of the whole conversation, or of all but the latest turns. */
export function aside(talk, random) {
  const { messages } = talk.body;
  if (!talk.compacts || messages.length < 4 || random.chance(0.4)) return null;
  const open = ({ role, content }) => role === "assistant" && content.some(({ type }) => type === "tool_use");
  const ends = messages.map((_, nth) => nth + 1).filter((end) => end > 1 && !open(messages[end - 1]));
  const end = random.chance(0.4) ? messages.length : random.pick(ends);
  return { ...talk, kept: messages.slice(end), body: { ...talk.body, compaction: { type: "summarize" }, messages: messages.slice(0, end) } };
}

/** Replaces the summarised messages by the summary. */
export function resume(talk, { kept }, message) {
  talk.body.messages = [{ role: message.role, content: message.content }, ...kept];
}

export function append(talk, message) {
  talk.body.messages.push({ role: message.role, content: message.content });
}

export const calls = (message) => message.content.filter(({ type }) => type === "tool_use").map(({ id, name }) => ({ id, name }));

export function results(talk, answers) {
  talk.body.messages.push({ role: "user", content: answers.map(({ id, text }) => ({ type: "tool_result", tool_use_id: id, content: text })) });
}

/** Returns the message of a reply, whole or streamed: the same value for both. */
export function fold(reply) {
  if (reply.body) return parse(reply.body);
  let message;
  for (const one of values(reply.stream)) {
    if (one.type === "message_start") message = one.message;
    if (one.type === "content_block_start") message.content[one.index] = { ...one.content_block };
    if (one.type === "content_block_delta") grow(message.content[one.index], one.delta);
    if (one.type === "message_delta") Object.assign(message, one.delta, { usage: one.usage });
  }
  for (const block of message.content) if (typeof block.input === "string") block.input = parse(block.input);
  return message;
}

function grow(block, delta) {
  if (delta.type === "thinking_delta") block.thinking += delta.thinking;
  if (delta.type === "signature_delta") block.signature = delta.signature;
  if (delta.type === "text_delta") block.text += delta.text;
  if (delta.type === "input_json_delta") block.input = (typeof block.input === "string" ? block.input : "") + delta.partial_json;
}

const tools = () => ["read_file", "grep", "run"].map((name) => ({ name, description: `${name} it`, input_schema: { type: "object", properties: {} } }));

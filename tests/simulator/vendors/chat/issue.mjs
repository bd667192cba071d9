// Replies of the chat hosts: one message, with reasoning in the field of the host.
import { write } from "../../json.mjs";
import { argumentsOf, toolOf } from "../../plan.mjs";
import { seal } from "../../seal.mjs";
import { tokensIn, tokensOf } from "../../tokens.mjs";
import { event, JSON_TYPE, pieces, SSE } from "../../sse.mjs";
import { callKey, callsIn, saidOf } from "./messages.mjs";

/** Returns the reply to an accepted request. */
export function issue({ body, dialect, on }, { random, hidden = random, plan, memory, counted }) {
  if (memory) memory.responses++;
  const emits = typeof dialect.emits === "function" ? dialect.emits(body) : dialect.emits;
  const calls = body.tools?.length ? plan.calls : 0;
  // DeepSeek may have an empty thought on a turn that calls, and then requires the empty text back.
  const thought = !on || emits === "none" ? undefined : plan.thought !== undefined ? plan.thought : calls && dialect.emptied && hidden.chance(0.05) ? "" : hidden.words(4, 10);
  const message = { role: "assistant", content: plan.text || !calls ? random.words(2, 6) : "" };
  if (thought !== undefined) place(message, emits, thought, dialect, hidden);
  if (calls) message.tool_calls = Array.from({ length: calls }, (_, index) => callOf(index, { body, dialect, counted, random, hidden, plan }));
  remember(message, thought, memory);
  const head = { id: `chatcmpl-${hidden.letters(16)}`, model: body.model, created: 1_790_000_000 };
  const finish_reason = calls ? "tool_calls" : "stop";
  if (!body.stream) return { headers: JSON_TYPE, body: write({ ...head, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage: usageOf(body, message, thought) }) };
  // Mistral counts in the chunk that ends an answer. The others count in a separate chunk, on request.
  const usage = usageOf(body, message, thought);
  const counts = countsIn(body, dialect);
  const chunk = (choices, more = counts === "apart" ? { usage: null } : {}) => event({ ...head, object: "chat.completion.chunk", choices, ...more });
  const grow = (delta) => chunk([{ index: 0, delta, finish_reason: null }]);
  const last = [{ index: 0, delta: {}, finish_reason }];
  const end = counts === "apart" ? [chunk(last), chunk([], { usage })] : [chunk(last, counts === "last" ? { usage } : {})];
  return { headers: SSE, stream: [grow({ role: "assistant" }), ...deltasOf(message, random, dialect).map(grow), ...end, event("[DONE]")].join("") };
}

/** Returns the chunk that has the counts of a stream. */
const countsIn = ({ stream_options }, { order }) => (order === "mistral" ? "last" : stream_options?.include_usage ? "apart" : "none");

/** Returns the counts of an answer. Reasoning is a part of the completion. */
export function usageOf(body, message, thought = "") {
  const [prompt_tokens, completion_tokens] = [tokensOf(body, ["messages", "tools"]), tokensIn(message)];
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens, completion_tokens_details: { reasoning_tokens: tokensIn(thought) } };
}

/** Returns a call; some hosts count their ids, so that two conversations have the same ones. */
function callOf(index, { body, dialect, counted, random, hidden, plan }) {
  // Mistral's ids are nine letters or digits (recorded).
  const drawn = dialect.order === "mistral" ? hidden.letters(9) : `call_${hidden.letters(20)}`;
  const called = { name: toolOf(plan, random), arguments: argumentsOf(plan, random) };
  const id = counted && dialect.counts ? dialect.counts({ index, name: called.name, before: callsIn(body.messages), counted }) : drawn;
  return { index, id, type: "function", function: called };
}

function place(message, emits, text, dialect, hidden) {
  if (emits === "tags") message.content = `<think>${text}</think>\n\n${message.content}`;
  else if (emits === "reasoning_details") message.reasoning_details = [{ type: "reasoning.text", id: "reasoning-text-1", format: "MiniMax-response-v1", index: 0, text }];
  else if (emits === "chunk") {
    const thinking = { type: "thinking", thinking: [{ type: "text", text }] };
    if (dialect.signs && hidden.chance(0.5)) thinking.signature = seal("mistral", { id: hidden.letters(8) });
    message.content = [thinking, { type: "text", text: message.content }];
  } else message[emits] = text;
}

/** Remembers a turn by its calls, or by its text. */
function remember(message, thought, memory) {
  if (!memory || thought === undefined) return;
  const known = { thought, signature: Array.isArray(message.content) ? message.content[0].signature : undefined };
  for (const call of message.tool_calls ?? []) memory.calls.set(callKey(call), known);
  memory.texts.set(`said ${saidOf(message)}`, thought);
}

function deltasOf(message, random, dialect) {
  const deltas = [];
  for (const [key, value] of Object.entries(message)) {
    if (key === "role") continue;
    if (key === "tool_calls") deltas.push(...value.flatMap((call) => callDeltas(call, random, dialect)));
    else if (key === "reasoning_details") deltas.push(...value.flatMap((one) => pieces(one.text, random).map((text) => ({ reasoning_details: [{ ...one, text }] }))));
    else if (Array.isArray(value)) deltas.push(...value.flatMap((one) => chunkDeltas(one, random)));
    else deltas.push(...pieces(value, random).map((text) => ({ [key]: text })));
  }
  // A model thinks before it answers.
  const isThought = (delta) => Object.keys(delta)[0].startsWith("reasoning");
  return [...deltas.filter(isThought), ...deltas.filter((delta) => !isThought(delta))];
}

function chunkDeltas(chunk, random) {
  if (chunk.type === "text") return pieces(chunk.text, random).map((text) => ({ content: [{ type: "text", text }] }));
  const [inner] = chunk.thinking;
  const parts = pieces(inner.text, random).map((text) => ({ content: [{ type: "thinking", thinking: [{ ...inner, text }] }] }));
  if (chunk.signature) parts.at(-1).content[0].signature = chunk.signature;
  return parts;
}

function callDeltas(call, random, { order }) {
  const [first, ...rest] = pieces(call.function.arguments, random);
  // Mistral streams a call as a whole: its client accepts no other form.
  if (order === "mistral") return [{ tool_calls: [call] }];
  const more = rest.map((text) => ({ tool_calls: [{ index: call.index, function: { arguments: text } }] }));
  return [{ tool_calls: [{ ...call, function: { ...call.function, arguments: first } }] }, ...more];
}

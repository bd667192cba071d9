// Replies: thinking signed over its text, model and prefix; text; calls. Streamed or whole.
import { parse, write } from "../../json.mjs";
import { argumentsOf, toolOf } from "../../plan.mjs";
import { digest, seal } from "../../seal.mjs";
import { tokensIn, tokensOf } from "../../tokens.mjs";
import { event, JSON_TYPE, pieces, SSE } from "../../sse.mjs";
import { summarise } from "./compaction.mjs";
import { BETAS, modelOf, modeOf } from "./models.mjs";
import { isThinking, prefixOf, turnStart } from "./turns.mjs";

/** Returns the reply to an accepted request. */
export function issue({ body, folds, kept, dropped, summary }, state, betas) {
  const { random, hidden = random, memory } = state;
  if (memory) memory.responses++;
  if (body.compaction) return summarise(body, folds, summary, state);
  const content = contentOf(body, folds, kept, { ...state, summary }, betas);
  const stop_reason = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  const message = { id: `msg_${hidden.letters(24)}`, type: "message", role: "assistant", model: body.model, content, stop_reason, stop_sequence: null };
  if (betas.includes(BETAS.binding)) message.input_transformations = dropped.map(({ type, i, j, reason }) => ({ type, path: `messages.${i}.content.${j}`, reason }));
  message.usage = { input_tokens: promptTokens(body), output_tokens: tokensIn(content) };
  return replyOf(message, body, random);
}

/** Returns the tokens of a request. */
export const promptTokens = (body) => tokensOf(body, ["system", "tools", "messages"]);

/** Returns a sent message, whole or streamed. */
export const replyOf = (message, { stream }, random) => (stream ? { message, headers: SSE, stream: streamOf(message, random) } : { message, headers: JSON_TYPE, body: write(message) });

function contentOf(body, folds, kept, { random, hidden = random, account, plan, memory, summary }, betas) {
  const row = modelOf(body.model);
  const said = folds.flatMap((message) => message.parts.map((part) => ({ ...part, role: message.role })));
  const place = folds.at(-1)?.role === "assistant" ? folds.at(-1).i : (body.messages?.length ?? 0);
  const response = hidden.letters(12);
  const runs = runsFor(body, folds, plan, betas);
  const content = [];
  const thoughts = [];
  let after = kept.at(-1)?.id ?? null;
  const add = (block) => {
    said.push({ block, i: place, j: content.length, role: "assistant" });
    content.push(block);
  };
  runs.forEach((run, nth) => {
    if (nth) add({ type: "text", text: random.words(2, 5) });
    run.forEach((kind, at) => {
      const omitted = kind === "omitted" || (row.display === "omitted" && body.thinking?.display !== "summarized");
      const text = kind === "redacted" || omitted ? "" : hidden.words(3, 9);
      const payload = { id: hidden.letters(8), response, model: body.model, account, run: nth, runs: runs.length, at, of: run.length, text: digest(text), after };
      if (row.ownAccount) payload.ownAccount = true;
      if (row.binds) payload.prefix = prefixOf(body, said, summary);
      if (kind === "redacted") payload.redacted = true;
      const handle = seal("anthropic", payload);
      add(kind === "redacted" ? { type: "redacted_thinking", data: handle } : { type: "thinking", thinking: text, signature: handle });
      thoughts.push({ id: payload.id, omitted: kind !== "redacted" && text === "" });
      after = payload.id;
    });
  });
  if (plan.text || !plan.calls || !body.tools?.length) add({ type: "text", text: random.words(2, 7) });
  for (let nth = 0; nth < plan.calls && body.tools?.length; nth++) {
    const id = `toolu_${hidden.letters(22)}`;
    memory?.calls.set(id, { thoughts });
    add({ type: "tool_use", id, name: toolOf(plan, random), input: parse(argumentsOf(plan, random)) });
  }
  return content;
}

/** Plans the thoughts of a turn: manual thinking without the interleaved beta thinks once, at the start of the turn, and always. */
function runsFor(body, folds, plan, betas) {
  const mode = modeOf(body);
  if (mode === "disabled") return [];
  const turn = folds.slice(turnStart(folds)).filter((message) => message.role === "assistant");
  // A request that toggled thinking within its turn gets none (anth-toggle-mid-turn).
  const thinksAlready = turn[0]?.parts.some(({ block }) => isThinking(block));
  if (mode !== "enabled") return plan.runs;
  const interleaved = betas.includes(BETAS.interleaved);
  if (!turn.length) return plan.runs.length ? plan.runs.slice(0, interleaved ? 2 : 1) : [["text"]];
  return interleaved && thinksAlready ? plan.runs : [];
}

function streamOf(message, random) {
  const start = { ...message, content: [], stop_reason: null };
  const events = [event({ type: "message_start", message: start }, "message_start")];
  message.content.forEach((block, index) => {
    const [opened, deltas] = openOf(block, random);
    events.push(event({ type: "content_block_start", index, content_block: opened }, "content_block_start"));
    for (const delta of deltas) events.push(event({ type: "content_block_delta", index, delta }, "content_block_delta"));
    events.push(event({ type: "content_block_stop", index }, "content_block_stop"));
  });
  events.push(event({ type: "message_delta", delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: message.usage }, "message_delta"));
  return [...events, event({ type: "message_stop" }, "message_stop")].join("");
}

function openOf(block, random) {
  if (block.type === "thinking") {
    const texts = block.thinking ? pieces(block.thinking, random) : random.chance(0.5) ? [""] : []; // both shapes of omitted were documented
    return [{ ...block, thinking: "", signature: "" }, [...texts.map((thinking) => ({ type: "thinking_delta", thinking })), { type: "signature_delta", signature: block.signature }]];
  }
  if (block.type === "text") return [{ ...block, text: "" }, pieces(block.text, random).map((text) => ({ type: "text_delta", text }))];
  if (block.type === "tool_use") return [{ ...block, input: {} }, pieces(write(block.input), random).map((partial_json) => ({ type: "input_json_delta", partial_json }))];
  return [block, []];
}

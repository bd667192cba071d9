// Tool order and the shape of messages.
import { refuse } from "../../verdict.mjs";
import { isThinking, turnStart } from "./turns.mjs";
import { BETAS, modelOf, modeOf } from "./models.mjs";

/** Returns true for a known model up to that age. */
const isOlder = ({ age }, most) => age > 0 && age <= most;

export function checkOrder(messages, folds, row) {
  const last = messages.at(-1);
  const system = messages.find(({ role, parts, i }) => role === "system" && parts.length && (i === 0 || isOlder(row, 47)));
  if (system) refuse(isOlder(row, 47) ? "anth-system" : "anth-system-first", {}, { where: `/messages/${system.i}` }); // anth-system-message
  for (const message of messages) {
    const empty = message.parts.length === 0 || message.parts.every(({ block }) => block.type === "text" && block.text === "");
    if (empty && !(message === last && message.role === "assistant")) refuse("anth-empty", { i: message.i }); // order.anth.empty-message
  }
  folds.forEach((message, nth) => {
    const results = (folds[nth + 1]?.parts ?? []).filter(({ block }) => block.type === "tool_result").map(({ block }) => block.tool_use_id);
    const ids = [];
    for (const { block, i, j } of message.parts) {
      if (block.type === "tool_use") {
        // The same id in two messages was accepted: recorded.
        if (ids.includes(block.id)) refuse("anth-twice-called", { i, j }); // order.anth.duplicate-call
        ids.push(block.id);
      }
      if (block.type === "tool_result") checkResult(message, folds[nth - 1], block, i, j);
    }
    // A call with anything but calls after it counts as not answered: recorded.
    const after = message.parts.findIndex(({ block }) => block.type === "tool_use");
    const buried = after >= 0 && message.parts.slice(after).some(({ block }) => block.type !== "tool_use");
    const open = buried ? ids : ids.filter((id) => !results.includes(id));
    // The text names the last of the joined messages; the call may be in an earlier one.
    const where = `/messages/${message.parts.find(({ block }) => open.includes(block.id))?.i}`;
    if (message.role === "assistant" && open.length) refuse("anth-unanswered", { i: message.parts.at(-1).i, ids: open.join(", ") }, { where }); // order.anth.unanswered-call
  });
}

function checkResult(message, before, block, i, j) {
  const calls = (before?.parts ?? []).filter((part) => part.block.type === "tool_use").map((part) => part.block.id);
  if (!calls.includes(block.tool_use_id)) refuse("anth-orphan", { i, j, id: block.tool_use_id }); // order.anth.orphan-result
  const same = message.parts.filter((part) => part.block.type === "tool_result" && part.block.tool_use_id === block.tool_use_id);
  if (same.length > 1) refuse("anth-twice-answered", { i, j: same[1].j, id: block.tool_use_id }); // order.anth.duplicate-result
}

/** Checks where thinking must, may and must not be. */
export function checkPlaces(body, messages, folds, betas, losses) {
  const mode = modeOf(body);
  const row = modelOf(body.model);
  const last = messages.at(-1);
  for (const { block, i, j } of messages.flatMap((message) => message.parts)) {
    if (isThinking(block) && block.cache_control) refuse("anth-cache-control", { i, j, type: block.type }); // anth-cache-control-on-thinking
  }
  // A request for a summary may end with a finished turn.
  if (last?.role === "assistant" && !body.compaction) checkTrailing(last, mode, row, body.tools?.length > 0);
  // anth-final-block-thinking: only for the last message; before a message of the user the same turn is accepted
  if (last?.role === "assistant" && last.parts.length && isThinking(last.parts.at(-1).block)) refuse("anth-final-block", { i: last.i });
  if (mode !== "enabled") return;
  for (const message of messages) {
    const first = message.parts[0]?.block;
    const thinks = message.role === "assistant" && message.parts.some(({ block }) => isThinking(block));
    if (thinks && !isThinking(first)) refuse("anth-first-block", { i: message.i, found: first.type }); // anth-text-before-thinking
  }
  const turn = folds.slice(turnStart(folds)).filter((message) => message.role === "assistant");
  const opens = turn[0]?.parts[0];
  const calls = turn.some((message) => message.parts.some(({ block }) => block.type === "tool_use"));
  if (!opens || !(calls || last.role === "assistant") || isThinking(opens.block)) return;
  // anth-final-turn-must-start-thinking: the start of the run, not each message; not with the interleaved beta (L3)
  if (!betas.includes(BETAS.interleaved)) refuse("anth-expected-thinking", { i: opens.i, found: opens.block.type });
  losses.add("anth-final-turn-must-start-thinking", `/messages/${opens.i}`);
}

function checkTrailing(last, mode, row, hasTools) {
  if (isOlder(row, 45) && hasTools && last.parts.at(-1)?.block.type === "text") refuse("anth-prefill-tools", {}, { where: `/messages/${last.i}` }); // anth-prefill-tools
  if (!row.prefill) refuse("anth-prefill", {}, { rule: last.parts.every(({ block }) => isThinking(block)) ? "anth-reasoning-only-turn-prefill" : "anth-trailing-assistant" });
  const thought = last.parts.find(({ block }) => isThinking(block));
  if (mode === "disabled" && thought) refuse("anth-off-final", { i: thought.i, j: thought.j }); // anth-thinking-off-final-thinking
}

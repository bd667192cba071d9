// Anthropic's wire on hosts without signatures, DeepSeek's and Kimi's: a turn that calls must have its thinking, signed or not.
import { parse, write } from "../json.mjs";
import { argumentsOf, planOf, toolOf } from "../plan.mjs";
import { tokensIn, tokensOf } from "../tokens.mjs";
import { event, JSON_TYPE, SSE } from "../sse.mjs";
import { judge, refuse } from "../verdict.mjs";

/** Answers one request of DeepSeek's or Kimi's Messages endpoint. */
export function answer(request, state) {
  const body = JSON.parse(request.text);
  const kimi = request.target.host.includes("moonshot");
  const check = (losses) => {
    // A host without threads answers the new messages as if they were the whole conversation.
    if (body.thread?.type === "continue") losses.add("anth-thread-stateless", "/thread"); // anth-thread-stateless
    const on = kimi ? body.thinking?.type === "enabled" : body.thinking?.type !== "disabled";
    if (!on) return;
    const has = (message, type) => Array.isArray(message.content) && message.content.some((block) => block.type === type);
    const n = body.messages.findIndex((message) => message.role === "assistant" && has(message, "tool_use") && !has(message, "thinking"));
    if (n >= 0) refuse(kimi ? "kimi-anthropic" : "ds-anthropic", { n }); // kimi.anthropic.missing-thinking, ds.anthropic.tooluse-without-thinking
  };
  const envelope = (error) => ({ body: write({ type: "error", error: { type: "invalid_request_error", message: error.message } }) });
  return judge({ check, issue: () => issue(body, { ...state, plan: state.plan ?? planOf(state.random) }), envelope });
}

function issue(body, { random, hidden = random, plan }) {
  const content = body.thinking?.type === "disabled" ? [] : [{ type: "thinking", thinking: hidden.words(3, 9), signature: "" }];
  if (plan.text || !plan.calls) content.push({ type: "text", text: random.words(2, 6) });
  for (let nth = 0; nth < plan.calls; nth++) content.push({ type: "tool_use", id: `call_${hidden.letters(20)}`, name: toolOf(plan, random), input: parse(argumentsOf(plan, random)) });
  const message = { id: hidden.letters(20), type: "message", role: "assistant", model: body.model, content, stop_reason: plan.calls ? "tool_use" : "end_turn", usage: { input_tokens: tokensOf(body, ["system", "tools", "messages"]), output_tokens: tokensIn(content) } };
  if (!body.stream) return { headers: JSON_TYPE, body: write(message) };
  const events = content.flatMap((block, index) => {
    const [empty, delta] = OPEN[block.type](block);
    return [{ type: "content_block_start", index, content_block: { ...block, ...empty } }, { type: "content_block_delta", index, delta }, { type: "content_block_stop", index }];
  });
  const all = [{ type: "message_start", message: { ...message, content: [] } }, ...events, { type: "message_delta", delta: { stop_reason: message.stop_reason }, usage: message.usage }, { type: "message_stop" }];
  return { headers: SSE, stream: all.map((one) => event(one, one.type)).join("") };
}

const OPEN = {
  thinking: ({ thinking }) => [{ thinking: "" }, { type: "thinking_delta", thinking }],
  text: ({ text }) => [{ text: "" }, { type: "text_delta", text }],
  tool_use: ({ input }) => [{ input: {} }, { type: "input_json_delta", partial_json: write(input) }],
};

// DeepSeek's Responses: reasoning is plain text, and must precede each call.
import { write } from "../json.mjs";
import { argumentsOf, planOf, toolOf } from "../plan.mjs";
import { JSON_TYPE, SSE } from "../sse.mjs";
import { judge, refuse } from "../verdict.mjs";
import { usageOf } from "./responses/issue.mjs";
import { streamOf } from "./responses/stream.mjs";

/** Answers one request of DeepSeek's Responses endpoint. */
export function answer(request, state) {
  const body = JSON.parse(request.text);
  const check = () => {
    checkAdjacency(body.input);
    if (body.reasoning?.effort === "none") return;
    let thought = false;
    for (const item of body.input) {
      if (item.type === "reasoning") thought = Array.isArray(item.content) && item.content.some((part) => part.type === "reasoning_text");
      else if (item.type === "function_call" && !thought) refuse("ds-reasoning-text"); // ds.responses.missing-reasoning-text
      else if (item.role === "user" || item.type === "function_call_output") thought = false;
    }
  };
  const envelope = (error) => ({ body: write({ error: { message: error.message, type: "invalid_request_error", param: null, code: error.code } }) });
  return judge({ check, issue: () => issue(body, { ...state, plan: state.plan ?? planOf(state.random) }), envelope });
}

/** Between a call and its output only calls of the same batch and their outputs may stand. */
function checkAdjacency(items) {
  items.forEach(({ type, call_id: id }, n) => {
    if (type !== "function_call") return;
    const end = items.findIndex((item, nth) => nth > n && item.type === "function_call_output" && item.call_id === id);
    if (items.slice(n + 1, Math.max(end, n)).some((item) => item.call_id === undefined)) refuse("ds-adjacency", { id }); // ds-responses-adjacency
  });
}

function issue(body, { random, hidden = random, plan }) {
  const output = [{ type: "reasoning", id: `rs_${hidden.letters(20)}`, summary: [], content: [{ type: "reasoning_text", text: hidden.words(3, 9) }] }];
  if (plan.text || !plan.calls) output.push({ type: "message", id: `msg_${hidden.letters(20)}`, role: "assistant", content: [{ type: "output_text", text: random.words(2, 6), annotations: [] }] });
  for (let nth = 0; nth < plan.calls; nth++) output.push({ type: "function_call", id: `fc_${hidden.letters(20)}`, call_id: `call_${hidden.letters(20)}`, name: toolOf(plan, random), arguments: argumentsOf(plan, random) });
  const response = { id: `resp_${hidden.letters(20)}`, object: "response", created_at: 1_794_000_000, status: "completed", model: body.model, output, usage: usageOf(body, output) };
  return body.stream ? { headers: SSE, stream: streamOf(response, { random }) } : { headers: JSON_TYPE, body: write(response) };
}

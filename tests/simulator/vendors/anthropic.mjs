// Anthropic's Messages: direct, on Vertex and on Bedrock, which wrap the same refusals differently.
import { write } from "../json.mjs";
import { planOf } from "../plan.mjs";
import { JSON_TYPE } from "../sse.mjs";
import { judge } from "../verdict.mjs";
import { checkBlocks } from "./anthropic/blocks.mjs";
import { checkConfig } from "./anthropic/config.mjs";
import { issue } from "./anthropic/issue.mjs";
import { checkOrder, checkPlaces } from "./anthropic/order.mjs";
import { folded, messagesOf } from "./anthropic/turns.mjs";

/** Answers one request. `state`: random, account, enforced (accounts since 2026-08-31), surface, memory, plan. */
export function answer(request, state) {
  const body = JSON.parse(request.text);
  const betas = (request.headers?.["anthropic-beta"] ?? "").split(",").map((one) => one.trim());
  const check = (losses) => {
    checkConfig(body, betas);
    const messages = messagesOf(body);
    const folds = folded(messages);
    checkOrder(messages, folds);
    checkPlaces(body, messages, folds, betas, losses);
    return { body, folds, ...checkBlocks(body, folds, { ...state, betas }, losses) };
  };
  return judge({ check, issue: (seen) => issue(seen, { ...state, plan: state.plan ?? planOf(state.random) }, betas), envelope: (error) => envelope(error, state) });
}

function envelope(error, { surface, random }) {
  const inner = { type: "error", error: { type: "invalid_request_error", message: error.message }, request_id: `req_${surface === "vertex" ? "vrtx_" : ""}${random.letters(24)}` };
  if (surface === "vertex") return { body: write({ error: { code: 400, message: write(inner), status: "INVALID_ARGUMENT" } }) };
  if (surface === "bedrock") return { headers: { ...JSON_TYPE, "x-amzn-errortype": "ValidationException" }, body: write({ message: `The model returned the following errors: ${error.message}` }) };
  return { body: write(inner) };
}

// Anthropic's Messages: direct, on Vertex and on Bedrock, which wrap the same refusals differently.
import { write } from "../json.mjs";
import { planOf } from "../plan.mjs";
import { JSON_TYPE } from "../sse.mjs";
import { judge, Refusal } from "../verdict.mjs";
import { checkBlocks } from "./anthropic/blocks.mjs";
import { checkCompaction, takeSummary } from "./anthropic/compaction.mjs";
import { checkConfig } from "./anthropic/config.mjs";
import { issue, promptTokens } from "./anthropic/issue.mjs";
import { checkOrder, checkPlaces } from "./anthropic/order.mjs";
import { modelOf } from "./anthropic/models.mjs";
import { checkThread, continued, keepThread } from "./anthropic/threads.mjs";
import { checkTypes, folded, messagesOf } from "./anthropic/turns.mjs";

/** Answers one request. `state`: random, account, enforced (accounts since 2026-08-31), surface, memory, plan, threads. */
export function answer(request, state) {
  const betas = betasOf(request);
  const make = (seen) => {
    const reply = issue(seen, { ...state, plan: state.plan ?? planOf(state.random) }, betas);
    keepThread(seen.body, reply.message, state);
    return reply;
  };
  return judge({ check: checkOf(JSON.parse(request.text), betas, state), issue: make, envelope: (error) => envelope(error, state) });
}

/** Counts the tokens of a request that would be accepted. It needs no `max_tokens`. */
export function count(request, state) {
  const body = { max_tokens: MOST, ...JSON.parse(request.text) };
  const told = (seen) => ({ headers: JSON_TYPE, body: write({ input_tokens: promptTokens(seen.body) }) });
  return judge({ check: checkOf(body, betasOf(request), state), issue: told, envelope: (error) => envelope(error, state) });
}

/** More than any budget of thinking. */
const MOST = 1_000_000;

const betasOf = ({ headers }) => (headers?.["anthropic-beta"] ?? "").split(",").map((one) => one.trim());

/** Checks a request, and returns the values for its answer. */
function checkOf(sent, betas, state) {
  return (losses) => {
    checkThread(sent, betas, state);
    const { body, before } = continued(sent, state);
    return shifted(before, () => {
      checkConfig(body, betas);
      const all = messagesOf(body);
      checkTypes(all);
      checkCompaction(body, all, betas, state);
      const { messages, summary } = takeSummary(all, betas);
      const folds = folded(messages);
      checkOrder(messages, folds, modelOf(body.model));
      checkPlaces(body, messages, folds, betas, losses);
      return { body, folds, summary, ...checkBlocks(body, folds, { ...state, betas, summary }, losses) };
    });
  };
}

/** A refusal about a thread and its new messages counts messages that this request does not have. */
function shifted(before, check) {
  try {
    return check();
  } catch (error) {
    if (!before || !(error instanceof Refusal)) throw error;
    const at = Number(/^\/messages\/(\d+)/.exec(error.where ?? "")?.[1] ?? -1) - before;
    throw Object.assign(error, { recounted: true, unseen: true, where: at >= 0 ? error.where.replace(/\d+/, at) : null });
  }
}

function envelope(error, { surface, random }) {
  const details = error.literal.details ? { details: { error_code: error.literal.details } } : {};
  const inner = { type: "error", error: { type: "invalid_request_error", message: error.message, ...details }, request_id: `req_${surface === "vertex" ? "vrtx_" : ""}${random.letters(24)}` };
  if (surface === "vertex") return { body: write({ error: { code: 400, message: write(inner), status: "INVALID_ARGUMENT" } }) };
  if (surface === "bedrock") return { headers: { ...JSON_TYPE, "x-amzn-errortype": "ValidationException" }, body: write({ message: `The model returned the following errors: ${error.message}` }) };
  return { body: write(inner) };
}

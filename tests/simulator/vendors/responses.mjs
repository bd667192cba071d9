// The Responses wire: OpenAI, Azure, xAI. Items by id when stored, by ciphertext when not, or a chain by the last response's id.
import { write } from "../json.mjs";
import { planOf } from "../plan.mjs";
import { JSON_TYPE } from "../sse.mjs";
import { judge, refuse } from "../verdict.mjs";
import { issue, promptTokens } from "./responses/issue.mjs";
import { checkBlobs, checkCalls, checkIds, checkShapes, reportAbsent } from "./responses/items.mjs";
import { responseModel } from "./responses/models.mjs";
import { checkSettings, checkTypes } from "./responses/settings.mjs";

/** Returns the stored items of an account. */
export const shelfOf = () => ({ stored: new Map(), unstored: new Set(), responses: new Map() });

/** Answers one request. `state`: random, account, shelf, memory, plan. */
export function answer(request, state) {
  const body = JSON.parse(request.text);
  const row = responseModel(body.model);
  const keeps = body.store !== false;
  const items = typeof body.input === "string" ? [{ role: "user", content: body.input }] : (body.input ?? []);
  const check = (losses) => {
    const blobs = (body.include ?? []).includes("reasoning.encrypted_content");
    if (blobs && row.noBlob) refuse("oai-include"); // oai-include-unsupported
    const chain = state.shelf.responses.get(body.previous_response_id)?.items ?? [];
    checkTypes(items);
    checkShapes(items, row.host);
    const reasons = [...chain, ...items].some((item) => item.type === "reasoning");
    checkSettings(body, items, row);
    if (row.plain && reasons) refuse("oai-plain-model"); // oai-nonreasoning-target
    checkBlobs(items, { host: row.host, account: state.account }, losses);
    // Recorded at xAI: a stored id before a call without one, and items twice. No refusal is known for its other ids and the order of calls.
    if (row.host !== "xai") checkIds(items, { stored: state.shelf.stored, issuedUnstored: state.shelf.unstored, keeps, freshIds: row.freshIds, chain: chain.map((item) => item.id).filter(Boolean) });
    const answered = new Set(chain.filter((item) => item.type === "function_call_output").map((item) => item.call_id));
    if (row.host !== "xai") checkCalls(items, chain.filter((item) => item.type === "function_call" && !answered.has(item.call_id)));
    if (state.memory && !chain.length) reportAbsent(items, state.memory, losses, row.host === "xai" && !keeps);
    return { body, items: [...chain, ...items], row, keeps };
  };
  return judge({ check, issue: (seen) => issue(seen, { ...state, plan: state.plan ?? planOf(state.random) }), envelope: (error) => envelope(error, row) });
}

/** Counts the tokens of a request. */
export function count(request) {
  return { status: 200, headers: JSON_TYPE, body: write({ object: "response.input_tokens", input_tokens: promptTokens(JSON.parse(request.text)) }) };
}

function envelope(error, row) {
  if (row.host === "xai") return { body: write({ code: error.code ?? "invalid-argument", error: error.message }) };
  return { body: write({ error: { message: error.message, type: "invalid_request_error", param: error.param, code: error.code } }) };
}

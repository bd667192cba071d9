// The chat wire in its dialects.
import { write } from "../json.mjs";
import { planOf } from "../plan.mjs";
import { event, SSE } from "../sse.mjs";
import { judge } from "../verdict.mjs";
import { DIALECTS, dialectOf } from "./chat/dialects.mjs";
import { issue } from "./chat/issue.mjs";
import { assistants, callKey, checkOrder, checkRoles, lastUser, reasoningOf, saidOf } from "./chat/messages.mjs";

/** Answers one request of `request.target.host`. `state`: random, era, memory, plan. */
export function answer(request, state) {
  const name = dialectOf(request.target.host);
  const dialect = DIALECTS[name];
  const body = JSON.parse(request.text);
  const messages = body.messages ?? [];
  const on = dialect.on(body);
  const seen = { body, messages, on, dialect, model: { plain: body.model === dialect.plain }, era: state.era ?? "2026-11-14" };
  const check = (losses) => {
    checkRoles(messages);
    checkOrder(messages, dialect.order);
    for (const one of dialect.checks) one(seen, losses);
    if (state.memory) reportTexts(seen, state.memory, losses);
    return seen;
  };
  return judge({ check, issue: () => issue(seen, { ...state, plan: state.plan ?? planOf(state.random) }), envelope: (error) => envelope(error, dialect, body) });
}

/** Reports thoughts that are missing, edited, emptied or padded, if the host silently accepts that. */
function reportTexts({ body, messages, on, dialect }, memory, losses) {
  if (!on) return;
  const strange = new Map();
  for (const { message, n } of assistants(messages)) {
    const where = `/messages/${n}`;
    const text = reasoningOf(message, dialect.reads);
    const known = memory.calls.get(callKey(message.tool_calls?.[0]));
    if (text && text.length <= 40 && text !== known?.thought) strange.set(text, [...(strange.get(text) ?? []), { where, ours: known }]);
    // A host that reads thoughts also reads an edited one; the effect is not documented.
    const thought = memory.texts.get(`said ${saidOf(message)}`);
    if (!known && text !== undefined && thought !== undefined && text !== thought) losses.add("loss.text-modified", where, { maybe: true });
    if (!known) continue;
    const missing = typeof dialect.missing === "function" ? dialect.missing(body) : dialect.missing;
    if (text === undefined && missing && (n > lastUser(messages) || dialect !== DIALECTS.glm)) losses.add(missing, where);
    // A missing signed thought is not read; the effect is not documented.
    if (text === undefined && !missing && dialect.signs && known.thought) losses.add(dialect.signs, where, { maybe: true });
    if (text === "" && known.thought !== "" && dialect.emptied) losses.add(dialect.emptied, where, { maybe: true });
    else if (text !== undefined && text !== known.thought) losses.add(dialect.modified ?? "loss.text-modified", where, dialect.modified ? {} : { maybe: true });
    const chunk = Array.isArray(message.content) ? message.content.find(({ type }) => type === "thinking") : undefined;
    if (dialect.signs && known.signature && chunk && chunk.signature !== known.signature) losses.add(dialect.signs, where);
  }
  for (const list of strange.values()) if (dialect.constant && list.length > 1 && list.some(({ ours }) => ours)) for (const { where } of list) losses.add(dialect.constant, where);
}

function envelope(error, dialect, body) {
  const openai = { error: { message: error.message, type: "invalid_request_error", param: error.param, code: error.code } };
  // for a stream, Alibaba sends the error inside a 200
  if (body.stream && dialect.inStream?.includes(error.name)) return { status: 200, headers: SSE, stream: event(openai) };
  if (dialect.envelope === "bare") return { body: write({ message: error.message, type: "invalid_request_error", param: error.param, code: error.code }) };
  if (dialect.envelope === "mimo") {
    const text = write({ error: { code: error.code, message: "Param Incorrect", param: error.message, type: "" } });
    return { body: body.stream ? `data:${text}` : text };
  }
  if (dialect.envelope !== "mistral") return { body: write(openai) };
  if (error.status === 422) return { body: write({ detail: [{ type: "extra_forbidden", loc: error.param, msg: error.message, input: null }] }) };
  return { body: write({ object: "error", message: error.message, type: error.code ? "invalid_request_message_order" : "invalid_request_error", param: null, code: error.code }) };
}

// Gemini's OpenAI endpoint: the signature of a turn is on its first call, in `extra_content`; refusals are in an array.
import { write } from "../json.mjs";
import { argumentsOf, planOf, toolOf } from "../plan.mjs";
import { seal, unseal } from "../seal.mjs";
import { event, JSON_TYPE, pieces, SSE } from "../sse.mjs";
import { usageOf } from "./chat/issue.mjs";
import { judge, refuse } from "../verdict.mjs";
import { isBase64, placeholderOf } from "./gemini/contents.mjs";
import { assistants, isToolTurn, lastUser } from "./chat/messages.mjs";

const signatureOf = (call) => call?.extra_content?.google?.thought_signature || undefined;

/** Answers one request. `state`: random, memory, plan. */
export function answer(request, state) {
  const body = JSON.parse(request.text);
  const messages = body.messages ?? [];
  const check = () => {
    for (const { message, n } of assistants(messages)) {
      for (const [k, call] of (message.tool_calls ?? []).entries()) {
        const signature = signatureOf(call);
        if (signature === undefined || placeholderOf(signature)) continue;
        if (!isBase64(signature) || !unseal("google", signature, { loose: true })) refuse("gem-corrupt", {}, { where: `/messages/${n}/tool_calls/${k}` }); // gem-signature-corrupt
      }
    }
    if (!/gemini-[34]/.test(body.model)) return;
    const open = assistants(messages).find(({ message, n }) => n > lastUser(messages) && isToolTurn(message) && !signatureOf(message.tool_calls[0]));
    if (open) refuse("gem-missing", { name: open.message.tool_calls[0].function.name, n: open.n + 1 }, { rule: "gem-compat-extra-content", where: `/messages/${open.n}` }); // gem-compat-extra-content
  };
  const envelope = (error) => ({ body: write([{ error: { code: 400, message: error.message, status: "INVALID_ARGUMENT" } }]) });
  return judge({ check, issue: () => issue(body, { ...state, plan: state.plan ?? planOf(state.random) }), envelope });
}

function issue(body, { random, hidden = random, plan }) {
  const message = { role: "assistant", content: plan.text || !plan.calls ? random.words(2, 6) : "" };
  if (plan.calls) {
    message.tool_calls = Array.from({ length: plan.calls }, (_, index) => {
      const call = { index, id: `function-call-${hidden.below(1e9)}`, type: "function", function: { name: toolOf(plan, random), arguments: argumentsOf(plan, random) } };
      return index ? call : { ...call, extra_content: { google: { thought_signature: seal("google", { vertex: false, id: hidden.letters(10) }) } } };
    });
  }
  const finish_reason = plan.calls ? "tool_calls" : "stop";
  const usage = usageOf(body, message);
  if (!body.stream) return { headers: JSON_TYPE, body: write({ object: "chat.completion", model: body.model, choices: [{ index: 0, message, finish_reason }], usage }) };
  const counts = body.stream_options?.include_usage;
  const piece = (choices, more) => event({ object: "chat.completion.chunk", model: body.model, choices, ...more });
  const chunk = (delta, finish = null) => piece([{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: finish }], counts ? { usage: null } : {});
  const deltas = [...pieces(message.content, random).map((content) => ({ content })), ...(message.tool_calls ?? []).map((call) => ({ tool_calls: [call] }))];
  return { headers: SSE, stream: [...deltas.map((delta) => chunk(delta)), chunk({}, finish_reason), ...(counts ? [piece([], { usage })] : []), event("[DONE]")].join("") };
}

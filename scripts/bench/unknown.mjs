// An audit of a conversation that a ledger does not have, over the audit of the same bytes without a ledger: what a proxy pays for the first request of a session that began elsewhere.
import { claudeSignature, geminiSignature, openaiCiphertext } from "../../tests/handles.mjs";

const PROSE = "the file reads parse error stream token value check retry state turn signature which because first then result call buffer index ";
/** The number of other answers in the ledger. */
const OTHERS = 200;
const bytesOf = (value) => new TextEncoder().encode(JSON.stringify(value));
const words = (nth, count) => `${nth}: ${PROSE.repeat(Math.ceil(count / PROSE.length))}`.slice(0, count);
const drawn = (nth, length) => Buffer.from(`${nth} drawn `.repeat(length)).toString("hex").slice(-length);

/** The wires: the target, an exchange of a round as it is sent back, and the whole request. Nothing in them has a finding. */
const WIRES = {
  "anthropic-messages": {
    target: { host: "api.anthropic.com", model: "claude-opus-4-5" },
    answer: (nth) => [{ type: "thinking", thinking: words(nth, 400), signature: claudeSignature(`u${nth}`) }, { type: "tool_use", id: `toolu_01${drawn(nth, 22)}`, name: "look", input: { path: `src/${nth}.rs` } }],
    round: (nth, content) => [{ role: "assistant", content }, { role: "user", content: [{ type: "tool_result", tool_use_id: content.at(-1).id, content: words(nth, 900) }] }],
    request: (messages) => ({ max_tokens: 9000, thinking: { type: "enabled", budget_tokens: 2048 }, tools: [{ name: "look", input_schema: { type: "object" } }], messages: [{ role: "user", content: "Go on." }, ...messages] }),
    response: (nth, content) => ({ id: `msg_01${drawn(nth, 22)}`, type: "message", role: "assistant", content, stop_reason: "tool_use", usage: {} }),
  },
  "openai-responses": {
    target: { host: "api.openai.com", model: "gpt-5.4" },
    answer: (nth) => [{ type: "reasoning", id: `rs_${drawn(nth, 50)}`, summary: [{ type: "summary_text", text: words(nth, 300) }], encrypted_content: openaiCiphertext(`u${nth}`, 30) }, { type: "function_call", id: `fc_${drawn(nth, 50)}`, call_id: `call_${drawn(nth, 24)}`, name: "look", arguments: `{"path":"src/${nth}.rs"}`, status: "completed" }],
    round: (nth, items) => [...items, { type: "function_call_output", call_id: items.at(-1).call_id, output: words(nth, 900) }],
    request: (input) => ({ store: false, include: ["reasoning.encrypted_content"], reasoning: { effort: "high" }, tools: [{ type: "function", name: "look", parameters: { type: "object" } }], input: [{ role: "user", content: "Go on." }, ...input] }),
    response: (nth, output) => ({ id: `resp_${drawn(nth, 50)}`, object: "response", status: "completed", output }),
  },
  "gemini-generate": {
    target: { host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview" },
    answer: (nth) => [{ text: words(nth, 300), thought: true }, { functionCall: { id: drawn(nth, 8), name: "look", args: { path: `src/${nth}.rs` } }, thoughtSignature: geminiSignature(`u${nth}`) }],
    round: (nth, parts) => [{ role: "model", parts }, { role: "user", parts: [{ functionResponse: { id: parts.at(-1).functionCall.id, name: "look", response: { result: words(nth, 900) } } }] }],
    request: (contents) => ({ tools: [{ functionDeclarations: [{ name: "look" }] }], contents: [{ role: "user", parts: [{ text: "Go on." }] }, ...contents] }),
    response: (nth, parts) => ({ responseId: drawn(nth, 22), candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }] }),
  },
  "openai-chat": {
    target: { host: "api.deepseek.com", model: "deepseek-reasoner" },
    answer: (nth) => ({ role: "assistant", content: "", reasoning_content: words(nth, 400), tool_calls: [{ id: `call_00_${drawn(nth, 22)}`, type: "function", function: { name: "look", arguments: `{"path":"src/${nth}.rs"}` } }] }),
    round: (nth, message) => [message, { role: "tool", tool_call_id: message.tool_calls[0].id, content: words(nth, 900) }],
    request: (messages) => ({ tools: [{ type: "function", function: { name: "look", parameters: { type: "object" } } }], messages: [{ role: "user", content: "Go on." }, ...messages] }),
    response: (nth, message) => ({ id: drawn(nth, 36), object: "chat.completion", choices: [{ index: 0, message, finish_reason: "tool_calls" }] }),
  },
};

export function unknownConversations({ audit, Ledger }, { time }, only) {
  console.log("\nan audit of a conversation that is not on record      no ledger    empty ledger    ledger of others (bar 4×)    with new rounds");
  for (const [wire, { target: place, answer, round, request, response }] of Object.entries(WIRES).filter(([wire]) => !only || wire.includes(only))) {
    const target = { wire, ...place };
    const whole = (from, count) => bytesOf({ model: place.model, ...request(Array.from({ length: count }, (_, nth) => round(from + nth, answer(from + nth))).flat()) });
    const filled = new Ledger();
    for (let nth = 0; nth < OTHERS; nth++) filled.record({ request: whole(1e6 + 10 * nth, 2), response: bytesOf({ model: place.model, ...response(1e6 + 10 * nth + 2, answer(1e6 + 10 * nth + 2)) }), target });
    const text = filled.text();
    for (const size of [20_000, 76_000, 1_000_000]) {
      const rounds = Math.ceil(size / 2000);
      const [body, longer] = [whole(0, rounds), whole(0, rounds + 1)];
      const found = audit(body, target).findings.filter(({ severity }) => severity !== "advice");
      if (found.length) throw new Error(`${wire}: ${found[0].message}`);
      const best = {};
      const least = (what, job) => (best[what] = Math.min(best[what] ?? Infinity, time(job)));
      for (let nth = 0; nth < (size > 500_000 ? 12 : 40); nth++) {
        least("none", () => audit(body, target));
        const [empty, others] = [new Ledger(), Ledger.fromJSON(text)];
        least("empty", () => empty.audit(body, target));
        least("others", () => others.audit(body, target));
        least("more", () => others.audit(longer, target));
      }
      const over = (what) => `${best[what].toFixed(2)} ms ${(best[what] / best.none).toFixed(1).padStart(5)}×`;
      console.log(`${`${wire}, ${Math.round(body.length / 1000)} kB`.padEnd(50)} ${best.none.toFixed(2).padStart(8)} ms ${over("empty").padStart(17)} ${over("others").padStart(20)} ${over("more").padStart(22)}`);
    }
  }
}

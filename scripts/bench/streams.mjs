// Streams of a few thousand events in the forms of the wires, written by us: most of a thought and of an answer, piece by piece.

const WORDS = "the quick brown fox thinks about a plan, writes it down, and then calls a tool with “quotes” in it.".split(" ");
const word = (nth) => ` ${WORDS[nth % WORDS.length]}`;
const EACH = 2000;

/** The text of a stream of server-sent events, by wire. */
export const STREAMS = { "anthropic-messages": anthropic, "openai-responses": responses, "openai-chat": chat, "openrouter-chat": openrouter, "gemini-generate": gemini };

const named = (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
const plain = (event) => `data: ${JSON.stringify(event)}\n\n`;
const pieces = (make) => Array.from({ length: EACH }, (_, nth) => make(word(nth), nth)).join("");

function anthropic() {
  const delta = (index, delta) => named({ type: "content_block_delta", index, delta });
  const message = { id: "msg_1", type: "message", role: "assistant", model: "claude-example", content: [], stop_reason: null, usage: { input_tokens: 25, output_tokens: 1 } };
  return (
    named({ type: "message_start", message }) +
    named({ type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } }) +
    pieces((thinking) => delta(0, { type: "thinking_delta", thinking })) +
    delta(0, { type: "signature_delta", signature: "Eq".repeat(300) }) +
    named({ type: "content_block_stop", index: 0 }) +
    named({ type: "content_block_start", index: 1, content_block: { type: "text", text: "" } }) +
    pieces((text) => delta(1, { type: "text_delta", text })) +
    named({ type: "content_block_stop", index: 1 }) +
    named({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 * EACH } }) +
    named({ type: "message_stop" })
  );
}

function responses() {
  let sequence_number = 0;
  const event = (type, rest) => named({ type, sequence_number: sequence_number++, ...rest });
  const item = (output_index, item) => ({ output_index, item });
  const delta = (kind, id, place) => (delta, nth) => event(`response.${kind}.delta`, { item_id: id, ...place, delta, obfuscation: (nth * 7919).toString(36) });
  const [summary, content] = [{ output_index: 0, summary_index: 0 }, { output_index: 1, content_index: 0 }];
  return (
    event("response.created", { response: { id: "resp_1", object: "response", status: "in_progress", output: [] } }) +
    event("response.output_item.added", item(0, { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "stub" })) +
    event("response.reasoning_summary_part.added", { item_id: "rs_1", ...summary, part: { type: "summary_text", text: "" } }) +
    pieces(delta("reasoning_summary_text", "rs_1", summary)) +
    event("response.output_item.done", item(0, { id: "rs_1", type: "reasoning", summary: [{ type: "summary_text", text: "x".repeat(12_000) }], encrypted_content: "gAAAA".repeat(200) })) +
    event("response.output_item.added", item(1, { id: "msg_1", type: "message", role: "assistant", content: [] })) +
    event("response.content_part.added", { item_id: "msg_1", ...content, part: { type: "output_text", text: "", annotations: [] } }) +
    pieces(delta("output_text", "msg_1", content)) +
    event("response.output_item.done", item(1, { id: "msg_1", type: "message", role: "assistant", content: [{ type: "output_text", text: "x".repeat(12_000), annotations: [] }] })) +
    event("response.completed", { response: { id: "resp_1", object: "response", status: "completed", output: [] } })
  );
}

function chat() {
  const chunk = (delta, finish_reason = null) =>
    plain({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1763161234, model: "deepseek-example", system_fingerprint: "fp_1", choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
  return (
    chunk({ role: "assistant", content: null, reasoning_content: "" }) +
    pieces((reasoning_content) => chunk({ content: null, reasoning_content })) +
    pieces((content) => chunk({ content, reasoning_content: null })) +
    chunk({ content: "" }, "stop") +
    "data: [DONE]\n\n"
  );
}

function openrouter() {
  const chunk = (delta) =>
    plain({ id: "gen-1", provider: "Anthropic", model: "anthropic/claude-example", object: "chat.completion.chunk", created: 1763161234, choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: null, logprobs: null }] });
  return (
    ": OPENROUTER PROCESSING\n\n" +
    pieces((text) => chunk({ content: "", reasoning: text, reasoning_details: [{ type: "reasoning.text", text, format: "anthropic-claude-v1", index: 0 }] })) +
    chunk({ content: "", reasoning_details: [{ type: "reasoning.text", signature: "Eq".repeat(300), format: "anthropic-claude-v1", index: 0 }] }) +
    pieces((content) => chunk({ content })) +
    "data: [DONE]\n\n"
  );
}

/** Fewer and longer events, as Gemini streams; each has new token counts. */
function gemini() {
  const chunk = (part, nth) => ({
    candidates: [{ content: { parts: [part], role: "model" }, index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: nth, totalTokenCount: nth + 10, promptTokensDetails: [{ modality: "TEXT", tokenCount: 10 }] },
    modelVersion: "gemini-example",
    responseId: "r1",
  });
  const text = (nth) => WORDS.join(" ") + nth;
  const last = chunk({ text: "", thoughtSignature: "Cs".repeat(300) }, 400);
  last.candidates[0].finishReason = "STOP";
  return Array.from({ length: 400 }, (_, nth) => plain(chunk(nth < 200 ? { text: text(nth), thought: true } : { text: text(nth) }, nth))).join("") + plain(last);
}

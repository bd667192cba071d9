// The streams of the stories: the whole body, split as its provider splits it.
import { event } from "../../tests/simulator/sse.mjs";

/** Returns a stream whose events add up to this body. */
export const streamOf = (wire, body) => STREAMS[wire](body);

const STREAMS = {
  "anthropic-messages"(message) {
    const { input_tokens, output_tokens } = message.usage;
    const blocks = message.content.flatMap((block, index) => {
      const [content_block, deltas] = opened(block);
      return [{ type: "content_block_start", index, content_block }, ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })), { type: "content_block_stop", index }];
    });
    const start = { ...message, content: [], stop_reason: null, usage: { input_tokens, output_tokens: 1 } };
    const end = { type: "message_delta", delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: { output_tokens } };
    return [{ type: "message_start", message: start }, ...blocks, end, { type: "message_stop" }].map((one) => event(one, one.type)).join("");
  },

  /** Details come in pieces with the same index. The signature comes in a piece without text. */
  "openrouter-chat"({ choices: [{ message, finish_reason }], usage, ...head }) {
    const chunk = (delta, finish = null) => event({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta: { role: "assistant", content: "", ...delta }, finish_reason: finish }] });
    const thoughts = (message.reasoning_details ?? []).flatMap(fragments);
    const deltas = [...thoughts.map((detail) => ({ reasoning: detail.text ?? null, reasoning_details: [detail] })), ...halves(message.content).map((content) => ({ content })), ...(message.tool_calls ?? []).map((call) => ({ tool_calls: [call] }))];
    return [...deltas.map((delta) => chunk(delta)), chunk({}, finish_reason), event("[DONE]")].join("");
  },
};

/** The pieces of one of `reasoning_details`. */
export const fragments = ({ type, text, signature, ...rest }) => [...halves(text).map((half) => ({ type, text: half, ...rest })), { type, signature, ...rest }];

function opened(block) {
  if (block.type === "thinking") return [{ ...block, thinking: "", signature: "" }, [...halves(block.thinking).map((thinking) => ({ type: "thinking_delta", thinking })), { type: "signature_delta", signature: block.signature }]];
  if (block.type === "text") return [{ ...block, text: "" }, halves(block.text).map((text) => ({ type: "text_delta", text }))];
  if (block.type === "tool_use") return [{ ...block, input: {} }, halves(JSON.stringify(block.input)).map((partial_json) => ({ type: "input_json_delta", partial_json }))];
  return [block, []];
}

/** Splits a text in two; returns nothing for an empty text. */
function halves(text) {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter(Boolean);
}

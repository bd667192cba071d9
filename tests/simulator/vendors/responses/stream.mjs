// The events of a Responses stream: each part and each item is announced, grows, and is marked done, as strict clients require.
import { event, pieces } from "../../sse.mjs";

/**
 * Returns the stream of a response. `finish(item)` returns the item of `output_item.done` and `added(item)` that of `output_item.added`, if a vendor
 * writes another ciphertext there than in the response.
 */
export function streamOf(response, { random, added = (item) => item, finish = (item) => item }) {
  let sequence_number = 0;
  const events = [];
  const emit = (type, value) => events.push(event({ type, sequence_number: sequence_number++, ...value }, type));
  const begun = { ...response, status: "in_progress", output: [], usage: null };
  emit("response.created", { response: begun });
  emit("response.in_progress", { response: begun });
  response.output.forEach((item, output_index) => {
    emit("response.output_item.added", { output_index, item: added(emptied(item)) });
    const within = (type, value) => emit(type, { item_id: item.id, output_index, ...value });
    GROW[item.type]?.(item, within, random);
    emit("response.output_item.done", { output_index, item: finish(item) });
  });
  emit("response.completed", { response });
  return events.join("");
}

/** Returns an item that has just begun. */
function emptied(item) {
  if (item.type === "reasoning") return { ...item, summary: [], ...(item.content ? { content: [] } : {}) };
  if (item.type === "message") return { ...item, status: "in_progress", content: [] };
  return item.type === "function_call" ? { ...item, status: "in_progress", arguments: "" } : item;
}

const GROW = {
  reasoning(item, emit, random) {
    item.summary.forEach((part, summary_index) => {
      emit("response.reasoning_summary_part.added", { summary_index, part: { ...part, text: "" } });
      for (const delta of pieces(part.text, random)) emit("response.reasoning_summary_text.delta", { summary_index, delta });
      emit("response.reasoning_summary_text.done", { summary_index, text: part.text });
      emit("response.reasoning_summary_part.done", { summary_index, part });
    });
    (item.content ?? []).forEach((part, content_index) => growPart(part, content_index, "response.reasoning_text", emit, random));
  },
  message(item, emit, random) {
    item.content.forEach((part, content_index) => growPart(part, content_index, "response.output_text", emit, random));
  },
  function_call(item, emit, random) {
    for (const delta of pieces(item.arguments, random)) emit("response.function_call_arguments.delta", { delta });
    emit("response.function_call_arguments.done", { name: item.name, arguments: item.arguments });
  },
};

/** Texts of an answer have log probabilities, those of reasoning do not. */
function growPart(part, content_index, type, emit, random) {
  const probabilities = type.endsWith("output_text") ? { logprobs: [] } : {};
  emit("response.content_part.added", { content_index, part: { ...part, text: "" } });
  for (const delta of pieces(part.text, random)) emit(`${type}.delta`, { content_index, delta, ...probabilities });
  emit(`${type}.done`, { content_index, text: part.text, ...probabilities });
  emit("response.content_part.done", { content_index, part });
}

// The content of a reply, for any reader: texts, thoughts, calls with their arguments, the stop, and the usage. Consecutive parts of one kind are
// one.

/** Missing counts are zero: a body must have them, and a stream may leave them out. */
const outline = (parts, stop, usage) => ({ parts: joined(parts), stop, usage: usage.map((count) => count ?? 0) });

/** Returns the parts that are not empty; consecutive texts are one text. */
function joined(parts) {
  const list = [];
  for (const part of parts.filter(({ kind, text }) => kind === "call" || text)) {
    const last = list.at(-1);
    if (last && last.kind === part.kind && part.kind !== "call") last.text += part.text;
    else list.push({ ...part });
  }
  return list;
}

const text = (text) => ({ kind: "text", text });
const thought = (text) => ({ kind: "thought", text });
const call = (id, name, args) => ({ kind: "call", id, name, args: typeof args === "string" ? parsed(args || "{}") : args });

/** Incomplete arguments are a text; wires with an object put that into its `input`. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { input: text };
  }
}

export function messages({ content, stop_reason, usage }) {
  const of = { text: (block) => text(block.text), thinking: (block) => thought(block.thinking), tool_use: ({ id, name, input }) => call(id, name, input) };
  return outline(content.map((block) => of[block.type]?.(block) ?? text(`[${block.type}]`)), stop_reason, [usage.input_tokens, usage.output_tokens, usage.cache_read_input_tokens]);
}

export function responses({ output, status, incomplete_details, usage }) {
  const of = {
    message: ({ content }) => content.map((one) => text(one.text ?? one.refusal)),
    reasoning: ({ summary, content }) => [...(content ?? []), ...summary].map((one) => thought(one.text)),
    function_call: (item) => [call(item.call_id, item.name, item.arguments)],
  };
  return outline(output.flatMap((item) => of[item.type]?.(item) ?? [text(`[${item.type}]`)]), `${status} ${incomplete_details?.reason ?? ""}`, [usage?.input_tokens, usage?.output_tokens, usage?.input_tokens_details?.cached_tokens]);
}

/** Reads chat, in the spelling of the wire or in that of a client. */
export function chat({ choices, usage }) {
  const { message, finish_reason, finishReason } = choices[0];
  const contents = typeof message.content === "string" ? [text(message.content)] : (message.content ?? []).map((one) => (one.type === "thinking" ? thought(one.thinking.map((chunk) => chunk.text).join("")) : text(one.text)));
  const calls = (message.tool_calls ?? message.toolCalls ?? []).map((one) => call(one.id, one.function.name, one.function.arguments));
  const counts = [usage?.prompt_tokens ?? usage?.promptTokens, usage?.completion_tokens ?? usage?.completionTokens];
  return outline([thought(message.reasoning_content ?? message.reasoning ?? ""), text(message.refusal ?? ""), ...contents, ...calls], finish_reason ?? finishReason, counts);
}

/**
 * Sorts consecutive calls by their ids. A call that is written at once is at the place of its end, and of parallel calls the second may end first.
 */
function sorted({ parts, ...rest }) {
  const list = [];
  for (const part of parts) {
    const at = part.kind === "call" ? list.findLastIndex((one) => one.kind !== "call" || one.id <= part.id) + 1 : list.length;
    list.splice(at, 0, part);
  }
  return { parts: list, ...rest };
}

/** Returns the same, with all thoughts in one and all texts in one. */
export function unordered({ parts, ...rest }) {
  const all = (wanted) => parts.filter(({ kind }) => kind === wanted);
  const [thoughts, texts] = ["thought", "text"].map((kind) => all(kind).map(({ text }) => text).join(""));
  return { thoughts, texts, calls: all("call"), ...rest };
}

export function gemini({ candidates, usageMetadata: usage }) {
  const { content, finishReason } = candidates[0];
  const parts = (content?.parts ?? []).map((part) => (part.functionCall ? call(part.functionCall.id, part.functionCall.name, part.functionCall.args ?? {}) : part.thought ? thought(part.text) : text(part.text ?? `[${Object.keys(part)[0]}]`)));
  return sorted(outline(parts, finishReason, [usage?.promptTokenCount, usage?.candidatesTokenCount, usage?.thoughtsTokenCount]));
}

export function cohere({ message, finishReason, usage }) {
  const contents = (message.content ?? []).map((one) => (one.type === "thinking" ? thought(one.thinking) : text(one.text)));
  const calls = (message.toolCalls ?? []).map((one) => call(one.id, one.function.name, one.function.arguments));
  return outline([thought(message.toolPlan ?? ""), ...contents, ...calls], finishReason, [usage?.tokens?.inputTokens, usage?.tokens?.outputTokens]);
}

export function ollama({ message, done_reason, prompt_eval_count, eval_count }) {
  const calls = (message.tool_calls ?? []).map((one) => call(one.id, one.function.name, one.function.arguments));
  return sorted(outline([thought(message.thinking ?? ""), text(message.content ?? ""), ...calls], done_reason, [prompt_eval_count, eval_count]));
}

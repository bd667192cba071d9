// Conversations on the three wires that the simulator does not support, made of conversations of other wires.

const dataOf = (url) => /^data:[^,]*,(.*)$/s.exec(url)?.[1];

/** Returns a conversation of chat in Cohere's form. */
export function asCohere({ messages, tools, tool_choice, max_tokens, seed }) {
  const parts = (content) => (Array.isArray(content) ? content.filter(({ type }) => type === "text" || type === "image_url") : content);
  const plain = messages.map(({ role, content, tool_calls, tool_call_id }) => ({ role, ...(tool_calls ? { tool_calls } : {}), ...(tool_call_id ? { tool_call_id } : {}), ...(content ? { content: parts(content) } : {}) }));
  return { model: "command-a-reasoning-08-2025", stream: false, messages: plain, tools, max_tokens: max_tokens ?? 900, ...(seed === undefined ? {} : { seed }), ...(tool_choice === "none" ? { tool_choice: "NONE" } : {}) };
}

/** Returns a conversation of chat in Ollama's form. */
export function asOllama({ messages, tools, seed }) {
  const names = new Map();
  const plain = messages.map(({ role, content, tool_calls = [], tool_call_id }) => {
    for (const { id, function: { name } } of tool_calls) names.set(id, name);
    const parts = Array.isArray(content) ? content : [{ type: "text", text: content ?? "" }];
    const images = parts.map(({ image_url }) => dataOf(image_url?.url ?? "")).filter(Boolean);
    const calls = tool_calls.map((call) => ({ function: { name: call.function.name, arguments: JSON.parse(call.function.arguments) } }));
    return { role, content: parts.map(({ text }) => text ?? "").join(""), ...(images.length ? { images } : {}), ...(calls.length ? { tool_calls: calls } : {}), ...(role === "tool" ? { tool_name: names.get(tool_call_id) } : {}) };
  });
  return { model: "qwen3", stream: false, messages: plain, tools, options: { num_predict: 900, temperature: 0.5, ...(seed === undefined ? {} : { seed }) } };
}

/** Returns a conversation of generateContent in the form of Interactions. */
export function asInteractions({ contents, tools, generationConfig = {} }) {
  const input = contents.flatMap(({ role, parts }) => parts.flatMap((part) => stepsOf(part, role)));
  const functions = tools[0].functionDeclarations.map((one) => ({ type: "function", ...one }));
  const { maxOutputTokens: max_output_tokens, temperature, stopSequences: stop_sequences } = generationConfig;
  return { model: "gemini-3-pro-preview", store: false, input, tools: functions, generation_config: JSON.parse(JSON.stringify({ max_output_tokens, temperature, stop_sequences })) };
}

function stepsOf({ text, thought, thoughtSignature: signature, functionCall: call, functionResponse: answer, inlineData }, role) {
  const steps = signature ? [{ type: "thought", signature, ...(thought ? { summary: [{ type: "text", text }] } : {}) }] : [];
  const said = (content) => ({ type: role === "model" ? "model_output" : "user_input", content: [content] });
  if (call) steps.push({ type: "function_call", id: call.id ?? `call-${call.name}`, name: call.name, arguments: call.args });
  if (answer) steps.push({ type: "function_result", call_id: answer.id ?? `call-${answer.name}`, name: answer.name, result: answer.response });
  if (inlineData) steps.push(said({ type: inlineData.mimeType.startsWith("image") ? "image" : "document", data: inlineData.data, mime_type: inlineData.mimeType }));
  if (text && !thought) steps.push(said({ type: "text", text }));
  return steps;
}

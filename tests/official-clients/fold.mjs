// Assembles chunks of streaming clients, as their users do.

export function foldGemini(chunks) {
  const last = chunks.at(-1);
  const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const finishReason = chunks.map(({ candidates }) => candidates?.[0]?.finishReason).findLast(Boolean);
  return { candidates: [{ content: { parts }, finishReason }], usageMetadata: chunks.map((chunk) => chunk.usageMetadata).findLast(Boolean) ?? last.usageMetadata };
}

/** Assembles chat in the spelling of Mistral's and OpenRouter's clients. */
export function foldChat(chunks) {
  const message = { content: "", toolCalls: [] };
  for (const { delta } of chunks.flatMap(({ choices }) => choices ?? [])) {
    if (typeof delta.content === "string") message.content = typeof message.content === "string" ? message.content + delta.content : [...message.content, { type: "text", text: delta.content }];
    else if (delta.content) message.content = [...(Array.isArray(message.content) ? message.content : message.content ? [{ type: "text", text: message.content }] : []), ...delta.content];
    if (delta.reasoning) message.reasoning = (message.reasoning ?? "") + delta.reasoning;
    if (delta.refusal) message.refusal = (message.refusal ?? "") + delta.refusal;
    for (const one of delta.toolCalls ?? []) growCall(message.toolCalls, one);
  }
  const finishReason = chunks.map(({ choices }) => choices?.[0]?.finishReason).findLast(Boolean);
  return { choices: [{ message, finishReason }], usage: chunks.map(({ usage }) => usage).findLast(Boolean) };
}

function growCall(calls, { index = calls.length, id, function: called }) {
  if (!calls[index]) calls[index] = { id, function: { name: called?.name, arguments: called?.arguments ?? "" } };
  else if (typeof called?.arguments === "string") calls[index].function.arguments += called.arguments;
}

export function foldCohere(events) {
  const message = { content: [], toolCalls: [], toolPlan: "" };
  const end = events.find(({ type }) => type === "message-end");
  for (const { type, index, delta } of events) {
    const { content, toolPlan, toolCalls } = delta?.message ?? {};
    if (type === "content-start") message.content[index] = { type: content.type, text: content.text ?? "", thinking: content.thinking ?? "" };
    if (type === "content-delta") for (const name of ["text", "thinking"]) message.content[index][name] += content[name] ?? "";
    if (type === "tool-plan-delta") message.toolPlan += toolPlan;
    if (type === "tool-call-start") message.toolCalls[index] = { id: toolCalls.id, function: { name: toolCalls.function.name, arguments: toolCalls.function.arguments ?? "" } };
    if (type === "tool-call-delta") message.toolCalls[index].function.arguments += toolCalls.function.arguments;
  }
  return { message: { ...message, content: message.content.filter(Boolean) }, finishReason: end?.delta?.finishReason, usage: end?.delta?.usage };
}

export function foldOllama(chunks) {
  const message = { content: "", thinking: "", tool_calls: [] };
  for (const { message: one } of chunks) {
    message.content += one?.content ?? "";
    message.thinking += one?.thinking ?? "";
    message.tool_calls.push(...(one?.tool_calls ?? []));
  }
  return { ...chunks.at(-1), message };
}

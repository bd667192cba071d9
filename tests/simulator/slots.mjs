// The places of thoughts in a request, with the same interface on every wire: a slot has a handle, perhaps a text, and can be removed or doubled.

/** Returns the thoughts of a talk's body, in order. */
export function slotsOf({ body, target }) {
  if (target.wire === "bedrock-converse") return []; // it has separate damages
  if (body.contents) return body.contents.flatMap((content, i) => content.parts.map((part, j) => geminiSlot(content, part, i, j)).filter(Boolean));
  if (Array.isArray(body.input)) return body.input.map((item, n) => (item.type === "reasoning" ? itemSlot(body.input, item, n) : null)).filter(Boolean);
  if (target.wire === "anthropic-messages") return body.messages.flatMap(blockSlots);
  return body.messages.flatMap((message, n) => (message.role === "assistant" ? chatSlots(message, n) : []));
}

/** Returns a member that can be read, set, or deleted by setting undefined. */
const member = (object, key) => ({
  get: () => object[key],
  set: (value) => (value === undefined ? delete object[key] : (object[key] = value)),
});

const inList = (list, one) => ({
  remove: () => list.splice(list.indexOf(one), 1),
  double: () => list.splice(list.indexOf(one), 0, { ...one }),
});

function geminiSlot(content, part, i, j) {
  if (part.thoughtSignature === undefined) return null;
  const whole = inList(content.parts, part);
  const onText = part.text !== undefined;
  const text = onText && part.text ? member(part, "text") : null;
  const remove = () => (onText && part.text === "" ? whole.remove() : delete part.thoughtSignature);
  return { at: `/contents/${i}/parts/${j}`, group: i, value: part, handle: member(part, "thoughtSignature"), text, remove, double: null };
}

function itemSlot(list, item, n) {
  const text = item.summary?.[0] ? member(item.summary[0], "text") : item.content?.[0] ? member(item.content[0], "text") : null;
  return { at: `/input/${n}`, group: n, value: item, handle: item.encrypted_content === undefined ? null : member(item, "encrypted_content"), text, ...inList(list, item) };
}

function blockSlots(message, i) {
  if (message.role !== "assistant" || typeof message.content === "string") return [];
  const blocks = message.content.map((block, j) => [block, j]).filter(([block]) => block.type.endsWith("thinking"));
  return blocks.map(([block, j]) => {
    const handle = member(block, block.type === "thinking" ? "signature" : "data");
    const text = block.thinking ? member(block, "thinking") : null;
    return { at: `/messages/${i}/content/${j}`, group: i, value: block, handle, text, ...inList(message.content, block) };
  });
}

function chatSlots(message, n) {
  const at = `/messages/${n}`;
  const slots = [];
  for (const [k, one] of (message.reasoning_details ?? []).entries()) {
    const key = one.signature !== undefined ? "signature" : one.data !== undefined ? "data" : null;
    const text = one.text ? "text" : one.summary ? "summary" : null;
    const whole = inList(message.reasoning_details, one);
    slots.push({ at: `${at}/reasoning_details/${k}`, group: n, value: one, handle: key && member(one, key), text: text && member(one, text), ...whole });
  }
  for (const field of ["reasoning_content", "reasoning"]) {
    if (slots.length || typeof message[field] !== "string") continue;
    slots.push({ at: `${at}/${field}`, group: n, value: message, field, handle: null, text: message[field] ? member(message, field) : null, remove: () => delete message[field], double: null });
  }
  if (Array.isArray(message.content)) {
    const chunk = message.content.find(({ type }) => type === "thinking");
    const handle = chunk?.signature === undefined ? null : member(chunk, "signature");
    if (chunk) slots.push({ at: `${at}/content/0`, group: n, value: chunk, handle, text: member(chunk.thinking[0], "text"), ...inList(message.content, chunk) });
  } else if (message.content?.startsWith?.("<think>")) {
    const end = message.content.indexOf("</think>");
    const text = { get: () => message.content.slice(7, end), set: (value) => (message.content = `<think>${value}${message.content.slice(end)}`) };
    slots.push({ at: `${at}/content`, group: n, value: message, handle: null, text, remove: () => (message.content = message.content.slice(end + 8).trimStart()), double: null });
  }
  const extra = message.tool_calls?.[0]?.extra_content?.google;
  if (extra) slots.push({ at: `${at}/tool_calls/0`, group: n, value: extra, handle: member(extra, "thought_signature"), text: null, remove: () => delete message.tool_calls[0].extra_content, double: null });
  return slots;
}

/** Returns the thoughts of a Converse request; its own damages do not need them. */
export function converseSlots({ body }) {
  const blocks = body.messages.flatMap(({ content }, i) => content.map(({ reasoningContent }, j) => ({ inner: reasoningContent, i, at: `/messages/${i}/content/${j}` })));
  return blocks.filter(({ inner }) => inner).map(({ inner, i, at }) => {
    const signed = inner.reasoningText;
    return { at, group: i, value: inner, handle: signed ? member(signed, "signature") : member(inner, "redactedContent"), text: signed?.text ? member(signed, "text") : null };
  });
}

/** Returns calls and results, with the same interface on every wire. */
export function exchangesOf({ body, target }) {
  if (target.wire === "bedrock-converse") return [];
  if (body.contents) return nested(body.contents, "parts", (part) => part.functionResponse, "contents");
  if (target.wire === "anthropic-messages") return nested(body.messages, "content", (block) => block.type === "tool_result", "messages", "tool_use_id");
  const [list, name, key] = Array.isArray(body.input) ? [body.input, "input", "call_id"] : [body.messages, "messages", "tool_call_id"];
  const rows = list.map((one, n) => ({ at: `/${name}/${n}`, list, one, key })).filter(({ one }) => one.role === "tool" || one.type === "function_call_output");
  return rows.map((row) => ({ ...row, call: () => list.find((one) => one.type === "function_call" && one.call_id === row.one.call_id) }));
}

/** Results that are parts of a message: the message is removed with its last one. */
function nested(outer, inner, isResult, name, key) {
  const within = (holder, i) => (Array.isArray(holder[inner]) ? holder[inner] : []).map((one, j) => ({ at: `/${name}/${i}/${inner}/${j}`, list: holder[inner], one, key, outer, holder }));
  return outer.flatMap(within).filter(({ one }) => isResult(one));
}

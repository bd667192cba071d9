// The native form of a thought: the block in which its wire has it, and the tag under which ADK knows the wires that take it back.

/** The tag of thoughts that every wire takes, since they are only a text. */
export const PLAIN = "plain-text";

/** Letta keeps the text and the handle of a thought and not its block: only the record says what it was. */
export const LETTA = "letta";

/** The tags of the wires. A chat says nothing of its issuer, so its tag begins with the vendor. */
const TAGS = {
  "anthropic-messages": "anthropic-messages-thinking-v1",
  "bedrock-converse": "bedrock-converse-reasoning-v1",
  "openai-responses": "openai-responses-reasoning-item-v1",
  "gemini-generate": "gemini-thought-signature-v1",
  "gemini-interactions": "gemini-interactions-thought-v1",
  "openai-chat": "chat-reasoning-v1",
  "openrouter-chat": "openrouter-reasoning-details-v1",
  "mistral-chat": "mistral-chat-thinking-v1",
  "cohere-chat": "cohere-chat-thinking-v1",
  "ollama-chat": "ollama-chat-thinking-v1",
};

/** Tags that others use for the same wires. */
const ALSO = { "openai-responses-reasoning-v1": "openai-responses", "anthropic-messages-thinking": "anthropic-messages" };

/** The vendors whose own wire it is: their name is in the tag already. */
const OWN = { "anthropic-messages": ["anthropic"], "openai-responses": ["openai"], "gemini-generate": ["google"], "gemini-interactions": ["google"], "mistral-chat": ["mistral"], "cohere-chat": ["cohere"] };

/** The tag of the wires that take a thought back: that of its wire, and of its vendor if the wire is another's. */
export function tagOf(wire, vendor) {
  const tag = TAGS[wire] ?? `${wire}-v1`;
  return vendor === undefined || wire === "openrouter-chat" || wire === "ollama-chat" || OWN[wire]?.includes(vendor) ? tag : `${vendor}-${tag}`;
}

/** The wire that a tag names, whoever the vendor is; nothing of a tag of somebody else's. */
export function wireOfTag(tag) {
  if (typeof tag !== "string") return undefined;
  return ALSO[tag] ?? Object.keys(TAGS).find((wire) => tag === TAGS[wire] || tag.endsWith(`-${TAGS[wire]}`));
}

/** The native form of a thought: `{ wire, block, … }`, of which `block` is the exact text. Nothing, if its payload is not a block of a wire that is known. */
export function nativeOf({ payload, replayCompatibility }) {
  if (isRecord(payload) && typeof payload.wire === "string" && typeof payload.block === "string") return recordOf(payload);
  const wire = wireOfTag(replayCompatibility);
  const block = wire && blockOf(payload);
  return block === undefined ? undefined : { wire, block };
}

/** The members of a payload of ours that are of their kinds. A store may hold anything: a wire that is none or a host that is no name makes it no payload of ours. */
function recordOf({ wire, block, host, ...rest }) {
  if (!Object.hasOwn(TAGS, wire) || !["string", "undefined"].includes(typeof host)) return undefined;
  const members = Object.entries(rest).filter(([name, value]) => Object.hasOwn(IS_KIND, name) && IS_KIND[name](value));
  return { wire, block, ...(host === undefined ? {} : { host }), ...Object.fromEntries(members) };
}

const isText = (value) => typeof value === "string";
const areNames = (value) => Array.isArray(value) && value.every(isText);
/** The other members of such a payload, each with the test of its kind. */
const IS_KIND = {
  kind: (value) => ["text", "summary", "encrypted", "redacted", "omitted", "unknown"].includes(value),
  pointer: isText,
  attachment: (value) => isRecord(value) && isText(value.type),
  provenance: (value) => isRecord(value) && ["model", "account", "response"].every((name) => value[name] === undefined || isText(value[name])),
  self: areNames,
  next: areNames,
  previous: areNames,
  handles: areNames,
};

/** The members of a thought that Letta's records gave; nothing of any other. */
export function lettaRecordOf(payload) {
  return isRecord(payload) && payload.wire === LETTA && IS_KIND.kind(payload.kind) && areNames(payload.handles) && isText(payload.pointer) ? payload : undefined;
}

/** The block of a payload that others made: its text, the block as an object, or what adapters of ADK keep of one. */
function blockOf(payload) {
  if (typeof payload === "string") return isBlock(payload) ? payload : undefined;
  if (!isRecord(payload)) return undefined;
  if (isRecord(payload.item)) return written(payload.item);
  const { variant, prefixFingerprint, pairedItemId, ...block } = payload;
  const type = block.type ?? variant;
  if (type === undefined && !("reasoningContent" in block || "thoughtSignature" in block || "thought" in block)) return undefined;
  return written(type === undefined ? block : { type, ...block });
}

function written(block) {
  try {
    return JSON.stringify(block);
  } catch {
    // A big integer or a circle: no block that a wire sent.
    return undefined;
  }
}

function isBlock(text) {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Where a block stands in a message: in a list of that name, or alone as a member of that name. The last parts of its pointer say it; a name that no wire has is not believed. */
export function slotOf(pointer, wire) {
  const keys = typeof pointer === "string" ? pointer.split("/") : [];
  const [list, last] = [keys.at(-2), keys.at(-1)];
  if (/^\d+$/.test(last) && LISTS.includes(list)) return { list };
  return MEMBERS.includes(last) ? { name: last } : { list: wire === "gemini-generate" ? "parts" : "content" };
}

const LISTS = ["content", "parts", "reasoning_details", "tool_calls", "output", "outputs", "steps", "input"];
const MEMBERS = ["reasoning", "reasoning_content", "reasoning_text", "reasoning_opaque", "thinking", "tool_plan", "extra_content"];

/** The number of the thought, among those of {@link requestAround}, that stands at a pointer of that request. */
export function numberAt(pointer, wire) {
  return Math.floor((Number(pointer.split("/")[2]) - 1) / (ITEMS.includes(wire) ? 3 : 2));
}

/** The wires whose requests are one list of items: a thought is an item of it. */
export const ITEMS = ["openai-responses", "gemini-interactions"];

/** A request of a wire in which each of these thoughts is an answer by itself, so the reader and the converter of that wire can look at them. */
export function requestAround(wire, model, natives) {
  const { list, user, role = "assistant", head = "", tail = "" } = REQUESTS[wire] ?? REQUESTS.chat;
  const answers = natives.map(({ block, pointer }) => {
    if (ITEMS.includes(wire)) return `${block}${tail}`;
    const slot = slotOf(pointer, wire);
    return `{"role":"${role}",${slot.list ? `"${slot.list}":[${block}]` : `"${slot.name}":${block}`}}`;
  });
  const named = model === undefined ? "" : `"model":${JSON.stringify(model)},`;
  return `{${named}${head}"${list}":[${[user, ...answers.flatMap((answer) => [answer, user])].join(",")}]}`;
}

const REQUESTS = {
  chat: { list: "messages", user: '{"role":"user","content":"."}' },
  "anthropic-messages": { list: "messages", user: '{"role":"user","content":"."}', head: '"max_tokens":1024,' },
  "bedrock-converse": { list: "messages", user: '{"role":"user","content":[{"text":"."}]}' },
  "gemini-generate": { list: "contents", user: '{"role":"user","parts":[{"text":"."}]}', role: "model" },
  "openai-responses": { list: "input", user: '{"role":"user","content":"."}', tail: ',{"role":"assistant","content":"."}' },
  "gemini-interactions": { list: "input", user: '{"type":"user_input","content":"."}', tail: ',{"type":"model_output","content":[{"type":"text","text":"."}]}' },
};

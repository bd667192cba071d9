// Clark's typed items of the thoughts of every wire, and the native block of a typed item.
import { decode } from "../exchange/exchange.js";
import { Turn } from "../exchange/turn.js";
import { nativeOf } from "../thought/native.js";
import { Thought } from "../thought/thought.js";

/** The formats of issuers, by vendor and service. */
const FORMATS = { anthropic: "anthropic-claude-v1", google: "google-gemini-v1", openai: "openai-responses-v1", azure: "azure-openai-responses-v1", xai: "xai-responses-v1" };
/** The wires of one vendor. */
const VENDORS = { "anthropic-messages": "anthropic", "gemini-generate": "google", "gemini-interactions": "google", "openai-responses": "openai" };

/** The thoughts of a turn, of a body or of a list, without OpenRouter's text that says its items once more. */
export function itemThoughts(source, target) {
  const thoughts = Array.isArray(source) ? source : (Turn.origin(source) ? source : decode(source, target)).thoughts;
  const messages = new Set(thoughts.filter(isDetail).map(messageOf));
  return thoughts.filter((thought) => !(Thought.isThought(thought) && thought.attachment?.name === "reasoning" && messages.has(messageOf(thought))));
}

const isDetail = (thought) => Thought.isThought(thought) && /\/reasoning_details\/\d+$/.test(thought.pointer);
const messageOf = ({ provenance, pointer, createdAt }) => `${provenance?.response ?? createdAt} ${pointer?.replace(/\/reasoning(_details\/\d+)?$/, "")}`;

/** A thought as a typed item: what it is, its native block, and the item in clark's shape. */
export function viewOf(thought, nth) {
  const { kind, handles, pointer, raw } = thought;
  const item = isDetail(thought) ? JSON.parse(textOf(raw)) : typedItem(thought, nth);
  const format = typeof item.format === "string" ? item.format : "unknown";
  return { kind, format, signed: handles.length > 0, pointer, raw, item, thought };
}

function typedItem(thought, index) {
  const { kind, text = "", handles } = thought;
  const [handle] = handles;
  const { id } = thought.attachment?.type === "call" ? thought.attachment : blockOf(thought);
  const head = (type) => ({ type: `reasoning.${type}`, ...(typeof id === "string" ? { id } : {}), format: formatOf(thought), index });
  if (kind === "text") return { ...head("text"), text, ...(handle === undefined ? {} : { signature: handle }) };
  if (kind === "omitted") return { ...head("omitted"), ...(handle === undefined ? {} : { signature: handle }) };
  // A summary with a seal is sealed reasoning of which something can be read: the seal is what must go back.
  if (kind === "summary" && handle === undefined) return { ...head("summary"), summary: text };
  if (kind === "unknown" && handle === undefined) return { ...head("unknown"), ...(text ? { text } : {}) };
  return { ...head(kind === "redacted" ? "redacted" : "encrypted"), data: handle ?? "", ...(text ? { summary: text } : {}) };
}

/** The format names the issuer: what the block says itself, else its wire, its vendor and its service. */
function formatOf(thought) {
  const named = blockOf(thought).format;
  if (typeof named === "string") return named;
  const { wire, host = "" } = nativeOf(thought) ?? {};
  const { vendor, surface, model = "" } = thought.provenance ?? {};
  if (wire === "openai-responses" && /azure/.test(`${surface} ${host}`)) return FORMATS.azure;
  // Bedrock and Gemini's chat endpoint do not say whose model it is, but its name and its handles do.
  const byModel = /claude/i.test(model) ? "anthropic" : wire === "openai-chat" && /extra_content|tool_calls/.test(thought.pointer ?? "") ? "google" : undefined;
  return FORMATS[vendor ?? VENDORS[wire] ?? byModel] ?? (vendor === undefined ? "unknown" : (FORMATS[byModel] ?? "unknown"));
}

function blockOf(thought) {
  try {
    return JSON.parse(nativeOf(thought).block) ?? {};
  } catch {
    return {};
  }
}

const textOf = (raw) => (typeof raw === "string" ? raw : new TextDecoder().decode(raw));

/** The native block of a typed item: that of the wire of its format. An item of no format that is known goes as OpenRouter has it. */
export function thoughtOfItem(item, nth, from) {
  const native = NATIVE[item.format]?.(item);
  const { host, ...place } = native ? WIRES[item.format] : { wire: "openrouter-chat", pointer: "/reasoning_details/0" };
  // Gemini's seal bears the id of the call that it was made for, and goes back on it.
  const self = item.format === "google-gemini-v1" && typeof item.id === "string" ? [`call ${item.id}`] : undefined;
  const payload = { host, ...place, block: JSON.stringify(native ?? item), self, ...(from ?? {}) };
  return new Thought({ id: `item ${String(nth).padStart(4, "0")}`, content: item.text ?? item.summary ?? "", payload: defined(payload), replayCompatibility: "item", createdAt: 0, updatedAt: 0 });
}

const defined = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const WIRES = {
  "anthropic-claude-v1": { wire: "anthropic-messages", host: "api.anthropic.com", pointer: "/content/0" },
  "google-gemini-v1": { wire: "gemini-generate", host: "generativelanguage.googleapis.com", pointer: "/parts/0" },
  "openai-responses-v1": { wire: "openai-responses", host: "api.openai.com", pointer: "/output/0" },
  "azure-openai-responses-v1": { wire: "openai-responses", host: "example.openai.azure.com", pointer: "/output/0" },
  "xai-responses-v1": { wire: "openai-responses", host: "api.x.ai", pointer: "/output/0" },
};

const responses = ({ type, id, text, summary, data }) =>
  defined({
    type: "reasoning",
    id: id ?? undefined,
    summary: summary ? [{ type: "summary_text", text: summary }] : [],
    content: type === "reasoning.text" ? [{ type: "reasoning_text", text }] : undefined,
    encrypted_content: data,
  });

const NATIVE = {
  "anthropic-claude-v1": ({ type, text, summary, signature, data }) => (data === undefined ? { type: "thinking", thinking: text ?? summary ?? "", ...(signature == null ? {} : { signature }) } : { type: "redacted_thinking", data }),
  "google-gemini-v1": ({ text, summary, signature, data }) => {
    const said = text ?? summary;
    const thoughtSignature = data ?? signature ?? undefined;
    return defined({ text: said ?? "", thought: said === undefined ? undefined : true, thoughtSignature });
  },
  "openai-responses-v1": responses,
  "azure-openai-responses-v1": responses,
  "xai-responses-v1": responses,
};

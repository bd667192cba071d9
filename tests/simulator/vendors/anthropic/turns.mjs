// Messages as the API sees them: content as blocks, consecutive messages of one role joined, each block with its place in the request.
import { canonical, Num } from "../../json.mjs";
import { digest } from "../../seal.mjs";
import { refuse } from "../../verdict.mjs";

export const isThinking = (block) => block.type === "thinking" || block.type === "redacted_thinking";

const blocksOf = (content) => (typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []));

/** Returns messages with `parts`: [{block, i, j}]. The effort of a message is a part of it: later thoughts are bound to it. */
export function messagesOf(body) {
  const within = ({ content, output_config }) => [...blocksOf(content), ...(output_config?.effort ? [{ type: "output_config", ...output_config }] : [])];
  return (body.messages ?? []).map((message, i) => ({ role: message.role, i, parts: within(message).map((block, j) => ({ block, i, j })) }));
}

/** The types of blocks in the SDK's union; every server tool has a separate result type. */
const TYPES = /^(text|image|document|search_result|(redacted_)?thinking|compaction|fallback|container_upload|output_config|tool_(addition|removal|reference)|mcp_tool_listing|(\w+_)?tool_(use|result))$/;

/** Refuses blocks of other wires. */
export function checkTypes(messages) {
  for (const { block, i, j } of messages.flatMap(({ parts }) => parts)) if (!TYPES.test(block.type ?? "")) refuse("anth-block-type", { i, j, type: block.type ?? "" }); // config.anth.block-type
}

/** Joins neighbours of one role into one message. */
export function folded(messages) {
  const result = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last?.role === message.role) last.parts = [...last.parts, ...message.parts];
    else result.push({ ...message });
  }
  return result;
}

/** Returns the index of the first message after the last user message that has more than tool results. */
export function turnStart(messages) {
  const last = messages.findLastIndex((message) => message.role === "user" && message.parts.some(({ block }) => block.type !== "tool_result"));
  return last + 1;
}

/** Returns thinking blocks in groups of neighbours. */
export function runsOf(parts) {
  const runs = [];
  parts.forEach((part, nth) => {
    if (!isThinking(part.block)) return;
    if (nth && isThinking(parts[nth - 1].block)) runs.at(-1).push(part);
    else runs.push([part]);
  });
  return runs;
}

/**
 * Returns the prefix that a block is bound to: system, tools, and everything before it except thinking and `cache_control`; it begins at the latest
 * summary.
 */
export function prefixOf(body, parts, summary) {
  const system = typeof body.system === "string" ? [{ type: "text", text: body.system }] : (body.system ?? null);
  const tools = (body.tools ?? []).filter((tool) => !tool.defer_loading);
  const said = parts.filter(({ block }) => !isThinking(block)).map(({ block, i, j, role }) => `${i}.${j}:${markOf(role, block)}`);
  return { system: digest(bare(system)), tools: digest(bare(tools)), said: summary ? [summary.mark, ...said] : said };
}

// The digest of a block is needed once for every later thought.
const marks = new WeakMap();
function markOf(role, block) {
  if (!marks.has(block)) marks.set(block, digest(role + bare(block)).slice(0, 6));
  return marks.get(block);
}

const bare = (value) => canonical(strip(value));

function strip(value) {
  if (Array.isArray(value)) return value.map(strip);
  if (value === null || typeof value !== "object" || value instanceof Num) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "cache_control").map(([key, one]) => [key, strip(one)]));
}

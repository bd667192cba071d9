// A client of Converse that sends the message back unchanged.
import { crc32 } from "node:zlib";
import { parse } from "../json.mjs";
import { answer } from "../vendors/bedrock.mjs";

export const wire = "bedrock-converse";
export { answer };

const MODES = { "claude-sonnet-4-5": { type: "enabled", budget_tokens: 2048 }, "claude-opus-4-6": { type: "adaptive" }, "claude-opus-4-8": { type: "adaptive" }, "claude-opus-5-5": { type: "adaptive" } };

export function open(random) {
  const model = random.pick(Object.keys(MODES));
  const account = random.pick(["aws-a", "aws-b"]);
  const enforced = random.chance(0.5);
  const tools = ["read_file", "grep", "run"].map((name) => ({ toolSpec: { name, inputSchema: { json: { type: "object" } } } }));
  const body = { messages: [], system: [{ text: random.words(2, 5) }], inferenceConfig: { maxTokens: 8192 }, toolConfig: { tools }, additionalModelRequestFields: { thinking: { ...MODES[model] } } };
  return { body, headers: {}, target: { wire, host: "bedrock-runtime.amazonaws.com", surface: "bedrock", model, account, enforced, betas: [], era: "2026-11-14" }, state: { account, enforced } };
}

export const pathOf = ({ target }, streamed) => `/model/${encodeURIComponent(`anthropic.${target.model}`)}/converse${streamed ? "-stream" : ""}`;

/** The path, not the body, requests streaming here. */
export const streams = (talk) => talk.body;

export function ask(talk, text) {
  talk.body.messages.push({ role: "user", content: [{ text }] });
}

export function append(talk, message) {
  talk.body.messages.push(message);
}

export const calls = (message) => message.content.filter((block) => block.toolUse).map(({ toolUse }) => ({ id: toolUse.toolUseId, name: toolUse.name }));

export function results(talk, answers) {
  talk.body.messages.push({ role: "user", content: answers.map(({ id, text }) => ({ toolResult: { toolUseId: id, content: [{ text }] } })) });
}

/** Returns the message of a reply; lines of events make the same one. */
export function fold(reply) {
  if (reply.body) return parse(reply.body).output.message;
  const content = [];
  for (const { contentBlockStart, contentBlockDelta } of reply.stream.split("\n").filter(Boolean).map(parse)) {
    if (contentBlockStart) content[contentBlockStart.contentBlockIndex] = { toolUse: { ...contentBlockStart.start.toolUse, input: "" } };
    if (contentBlockDelta) grow(content, contentBlockDelta.contentBlockIndex, contentBlockDelta.delta);
  }
  for (const { toolUse } of content) if (toolUse) toolUse.input = parse(toolUse.input);
  return { role: "assistant", content };
}

function grow(content, index, { text, toolUse, reasoningContent }) {
  if (text !== undefined) content[index] = { text: (content[index]?.text ?? "") + text };
  if (toolUse) content[index].toolUse.input += toolUse.input;
  if (reasoningContent?.redactedContent !== undefined) content[index] = { reasoningContent };
  else if (reasoningContent) {
    const known = content[index]?.reasoningContent.reasoningText ?? { text: "" };
    const { signature } = reasoningContent;
    content[index] = { reasoningContent: { reasoningText: { text: known.text + (reasoningContent.text ?? ""), ...(signature === undefined ? {} : { signature }) } } };
  }
}

/** Returns the lines of events in a stream of frames, as the network sends them. */
export function unframe(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; ) {
    const [size, head] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
    const sums = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + size - 4)];
    if (sums[0] !== crc32(bytes.subarray(at, at + 8)) || sums[1] !== crc32(bytes.subarray(at, at + size - 4))) throw new Error(`a frame at ${at} is damaged`);
    const [, name] = /:event-type\x07..(\w+?)\r/s.exec(bytes.subarray(at + 12, at + 12 + head).toString("latin1"));
    lines.push(`{"${name}":${bytes.subarray(at + 12 + head, at + size - 4)}}\n`);
    at += size;
  }
  return lines.join("");
}

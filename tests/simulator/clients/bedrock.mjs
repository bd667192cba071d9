// A client of Converse that sends the message back as it came.
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

export const pathOf = ({ target }) => `/model/${encodeURIComponent(`anthropic.${target.model}`)}/converse`;

/** Never streamed here. */
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

export const fold = (reply) => parse(reply.body ?? reply.stream).output.message;

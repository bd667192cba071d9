// Bedrock's Converse over Claude: its own shapes and checks, then Anthropic's contract, whose messages follow a sentence of Bedrock's. An answer is
// whole or, at converse-stream, a line for each event; the server puts these into frames.
import { parse, write } from "../json.mjs";
import { JSON_TYPE } from "../sse.mjs";
import { judge, Refusal, refuse } from "../verdict.mjs";
import { answer as anthropic, count as countMessages } from "./anthropic.mjs";
import { FRAMES, linesOf } from "./bedrock/stream.mjs";

const modelOf = ({ path }) => decodeURIComponent(/\/model\/([^/]+)\//.exec(path)[1]).replace(/^(us\.)?anthropic\./, "");

/** Counts the tokens of a request of Converse, or of one in the model's own wire, which is in base64. */
export function count(request, state) {
  const { converse, invokeModel } = JSON.parse(request.text).input;
  const own = converse ? translated(converse, modelOf(request)) : { ...JSON.parse(Buffer.from(invokeModel.body, "base64")), model: modelOf(request) };
  const { body, ...told } = countMessages({ text: write(own), headers: {} }, { ...state, surface: "bedrock" });
  return { ...told, body: told.refusal ? body : write({ inputTokens: JSON.parse(body).input_tokens }) };
}

/** Answers one request; the model is in the path. `state`: random, account, enforced, memory, plan. */
export function answer(request, state) {
  const body = JSON.parse(request.text);
  const model = modelOf(request);
  const check = (losses) => {
    checkShapes(body);
    checkResults(body.messages);
    if (/^claude-opus-(4-8|5)/.test(model) && body.messages.some(hasLateText)) refuse("conv-late-text"); // conv-late-text
    const upstream = anthropic({ text: write(translated(body, model)), headers: {} }, { ...state, surface: "bedrock" });
    if (upstream.refusal) throw wrapped(body, upstream.refusal);
    for (const { rule, where, maybe } of upstream.lost) losses.add(isNested(body) && ABSENT.includes(rule) ? "conv-wrong-nesting" : rule, where, maybe ? { maybe } : {});
    return parse(upstream.body);
  };
  const streams = request.path.endsWith("/converse-stream");
  const issue = (reply) => (streams ? { headers: FRAMES, stream: linesOf(reply, state.random) } : { headers: JSON_TYPE, body: write(reply) });
  const headers = { ...JSON_TYPE, "x-amzn-errortype": "ValidationException" };
  return judge({ check, issue: (message) => issue(replyOf(message)), envelope: (error) => ({ headers, body: write({ message: error.message }) }) });
}

/** The members of a content block in the SDK's union. */
const MEMBERS = /^(text|image|document|video|audio|toolUse|toolResult|guardContent|cachePoint|reasoningContent|citationsContent|searchResult)$/;

function checkShapes(body) {
  body.messages.forEach((message, i) => {
    if (!message.content.length) refuse("conv-empty", { i }); // conv-empty-message
    const strange = message.content.findIndex((block) => !Object.keys(block).some((name) => MEMBERS.test(name)));
    if (strange >= 0) refuse("conv-member", { i, j: strange }); // config.conv.member
    message.content.forEach(({ reasoningContent }, j) => {
      if (reasoningContent?.reasoningText && reasoningContent.redactedContent) refuse("conv-both", { i, j }); // conv-both-members
      const inner = reasoningContent?.reasoningText;
      if (inner && typeof inner.text !== "string") refuse("conv-null", { i: i + 1, j: j + 1 }, { where: `/messages/${i}/content/${j}` }); // conv-reasoning-text-null; members are counted from one
    });
  });
}

/** The results of one answer are in the message right behind it. */
function checkResults(messages) {
  messages.forEach(({ role, content }, i) => {
    if (role !== "assistant" || messages[i + 1]?.role !== "user") return;
    const after = messages.slice(i + 1);
    const run = after.slice(0, after.findIndex(({ role }) => role !== "user") >>> 0);
    const answered = (message) => message.content.flatMap(({ toolResult }) => toolResult?.toolUseId ?? []);
    const late = content.flatMap(({ toolUse }) => toolUse?.toolUseId ?? []).filter((id) => !answered(run[0]).includes(id) && run.slice(1).some((message) => answered(message).includes(id)));
    if (late.length) refuse("conv-unanswered", { n: i + 1, ids: late.join(", ") }, { where: `/messages/${i + 1}` }); // order.anth.unanswered-call
  });
}

/** Returns true if text follows a call. Newer models take it for a prefill, Sonnet 4.6 accepts it. */
const hasLateText = ({ role, content }) => role === "assistant" && content.slice(content.findIndex(({ toolUse }) => toolUse) >>> 0).some(({ text }) => text !== undefined);

const ABSENT = ["anth-thinking-dropped-in-tool-turn", "anth-omitted-filtered"];

const isNested = (body) => body.messages.some(({ content }) => content.some(({ reasoningContent }) => reasoningContent && !reasoningContent.reasoningText && !reasoningContent.redactedContent));

function wrapped(body, upstream) {
  // Converse itself checks for results, with its own message.
  const open = upstream.literal === "anth-unanswered" && /after: (.*?)\. Each/.exec(upstream.message)[1];
  if (open) return new Refusal("conv-unanswered", { n: Number(/\d+/.exec(upstream.message)[0]) + 1, ids: open }, { where: upstream.where });
  if (upstream.literal === "anth-twice-called") {
    const [i, j] = upstream.message.match(/\d+/g).map(Number);
    return new Refusal("conv-twice-called", { i, id: body.messages[i].content[j].toolUse?.toolUseId }, { where: upstream.where });
  }
  const error = new Refusal(upstream.literal, {}, { rule: isNested(body) && upstream.rule === "anth-final-turn-must-start-thinking" ? "conv-wrong-nesting" : upstream.rule });
  return Object.assign(error, { upstream: upstream.rule, where: isNested(body) ? null : upstream.where, recounted: isNested(body), message: `The model returned the following errors: ${upstream.message}` });
}

/** The default limit is the model's maximum (documented). */
const MOST = 64_000;
const empty = (value) => value === undefined || value === null;

/** Returns the translated Messages request: a wrongly nested member is not in the union and is ignored. The data of a redacted block is a blob here, a second layer of base64. */
function translated(body, model) {
  const block = (one) => {
    if (one.text !== undefined || one.image || one.document) return resultBlock(one);
    if (one.toolUse) return [{ type: "tool_use", id: one.toolUse.toolUseId, name: one.toolUse.name, input: one.toolUse.input }];
    if (one.toolResult) return [{ type: "tool_result", tool_use_id: one.toolResult.toolUseId, content: one.toolResult.content?.flatMap(resultBlock) }];
    const { reasoningText, redactedContent } = one.reasoningContent ?? {};
    if (redactedContent) return [{ type: "redacted_thinking", data: Buffer.from(redactedContent, "base64").toString() }];
    // An empty signature is removed in translation (reported: «signature: Field required»).
    return reasoningText ? [{ type: "thinking", thinking: reasoningText.text, ...(empty(reasoningText.signature) || reasoningText.signature === "" ? {} : { signature: reasoningText.signature }) }] : [];
  };
  const inOrder = (message) => (model === "claude-sonnet-4-6" && hasLateText(message) ? message.content.toSorted((one, other) => Boolean(one.toolUse) - Boolean(other.toolUse)) : message.content);
  const messages = body.messages.map((message) => ({ role: message.role, content: inOrder(message).flatMap(block) }));
  const tools = (body.toolConfig?.tools ?? []).filter(({ toolSpec }) => toolSpec).map(({ toolSpec: { name, description, inputSchema } }) => ({ name, ...(description === undefined ? {} : { description }), input_schema: inputSchema.json }));
  return { model, max_tokens: body.inferenceConfig?.maxTokens ?? MOST, system: systemOf(body), tools, messages, ...body.additionalModelRequestFields };
}

function replyOf({ content, stop_reason, usage }) {
  const block = (one) => {
    if (one.type === "text") return { text: one.text };
    if (one.type === "tool_use") return { toolUse: { toolUseId: one.id, name: one.name, input: one.input } };
    if (one.type === "redacted_thinking") return { reasoningContent: { redactedContent: Buffer.from(one.data).toString("base64") } };
    return { reasoningContent: { reasoningText: { text: one.thinking, signature: one.signature } } };
  };
  return { output: { message: { role: "assistant", content: content.map(block) } }, stopReason: stop_reason, usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens, totalTokens: usage.input_tokens + usage.output_tokens }, metrics: { latencyMs: 420 } };
}

/** Returns the instructions in the model's own wire: only texts, without cache points. */
const systemOf = ({ system }) => system?.filter(({ text }) => text !== undefined).map(({ text }) => ({ type: "text", text }));

/** Returns a block of a question or of a result in the model's own wire. */
function resultBlock(one) {
  if (one.text !== undefined) return [{ type: "text", text: one.text }];
  const { image, document } = one;
  if (image?.source.bytes) return [{ type: "image", source: { type: "base64", media_type: `image/${image.format}`, data: image.source.bytes } }];
  if (document?.source.bytes) return [{ type: "document", title: document.name, source: { type: "base64", media_type: "application/pdf", data: document.source.bytes } }];
  return [one];
}

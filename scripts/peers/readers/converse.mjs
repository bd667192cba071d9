// The facts of a request of Bedrock's Converse.
import { blocks } from "../facts.mjs";

const TYPES = { pdf: "application/pdf", txt: "text/plain", md: "text/markdown", html: "text/html", csv: "text/csv" };

export function read(body, facts) {
  for (const { text } of body.system ?? []) facts.say("system", text);
  for (const message of body.messages ?? []) {
    if (message.role === "assistant") facts.turn(message);
    else facts.ask();
    for (const block of message.content ?? []) blockOf(block, message.role, facts);
  }
  for (const { toolSpec } of body.toolConfig?.tools ?? []) if (toolSpec) facts.tool(toolSpec.name, toolSpec.description, toolSpec.inputSchema?.json);
  settings(body, facts);
}

function blockOf(block, role, facts) {
  if (!block || typeof block !== "object") return;
  const { text, toolUse, toolResult, reasoningContent, citationsContent } = block;
  facts.say(role, text);
  for (const cited of citationsContent?.content ?? []) facts.say(role, cited.text);
  for (const handle of [reasoningContent?.reasoningText?.signature, reasoningContent?.redactedContent]) facts.handle(handle);
  if (toolUse) facts.call(toolUse.toolUseId, toolUse.name, toolUse.input);
  mediumOf(block, facts);
  if (!toolResult) return;
  const list = (toolResult.content ?? []).filter((one) => one.text !== undefined || one.json !== undefined).map((one) => one.text ?? one.json);
  facts.result(toolResult.toolUseId, undefined, blocks(list), toolResult.status === "error");
  for (const one of toolResult.content ?? []) mediumOf(one, facts);
}

function mediumOf({ image, document, audio, video }, facts) {
  for (const [kind, one] of Object.entries({ image, document, audio, video })) {
    if (!one) continue;
    const type = kind === "document" ? TYPES[one.format] : `${kind}/${one.format}`;
    facts.medium(kind, { data: one.source?.bytes, text: one.source?.text, url: one.source?.s3Location?.uri, type });
  }
}

function settings(body, facts) {
  const config = body.inferenceConfig ?? {};
  for (const [name, key] of [["max_tokens", "maxTokens"], ["temperature", "temperature"], ["top_p", "topP"], ["stop", "stopSequences"]]) facts.set(name, config[key]);
  const more = body.additionalModelRequestFields ?? {};
  facts.set("top_k", more.top_k);
  if (more.thinking) facts.set("reasoning", more.thinking.type === "disabled" ? "none" : "on");
  const choice = body.toolConfig?.toolChoice;
  if (choice) facts.set("tool_choice", choice.tool ? { name: choice.tool.name } : Object.keys(choice)[0]);
  if (more.tool_choice?.disable_parallel_tool_use !== undefined) facts.set("parallel", !more.tool_choice.disable_parallel_tool_use);
  const format = body.outputConfig?.textFormat?.structure?.jsonSchema?.schema;
  if (format) facts.set("format", typeof format === "string" ? JSON.parse(format) : format);
}

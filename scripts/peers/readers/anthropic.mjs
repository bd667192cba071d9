// The facts of a request of Messages.
import { blocks } from "../facts.mjs";

export function read(body, facts) {
  for (const text of textsOf(body.system)) facts.say("system", text);
  for (const message of body.messages ?? []) {
    if (message.role === "assistant") facts.turn(message);
    else facts.ask();
    if (typeof message.content === "string") facts.say(message.role, message.content);
    else for (const one of message.content ?? []) block(one, message.role, facts);
  }
  for (const tool of body.tools ?? []) if (tool.input_schema) facts.tool(tool.name, tool.description, tool.input_schema);
  settings(body, facts);
}

const textsOf = (system) => (typeof system === "string" ? [system] : (system ?? []).map(({ text }) => text));

function block(one, role, facts) {
  if (one.type === "text") facts.say(role, one.text);
  if (one.type === "thinking") facts.handle(one.signature);
  if (one.type === "redacted_thinking") facts.handle(one.data);
  if (one.type === "tool_use") facts.call(one.id, one.name, one.input);
  if (one.type === "tool_result") facts.result(one.tool_use_id, undefined, payloadOf(one.content), one.is_error === true);
  const medium = mediumOf(one);
  if (medium) facts.medium(medium.kind, medium);
  if (one.type === "tool_result" && Array.isArray(one.content)) one.content.map(mediumOf).forEach((inner) => inner && facts.medium(inner.kind, inner));
}

function payloadOf(content) {
  if (!Array.isArray(content)) return content ?? "";
  return blocks(content.filter(({ type }) => type === "text").map(({ text }) => text));
}

function mediumOf({ type, source }) {
  if ((type !== "image" && type !== "document") || !source) return undefined;
  const { data, url, file_id: file, media_type } = source;
  if (source.type === "text") return { kind: type, text: data };
  return { kind: type, data, url, file, type: media_type };
}

function settings(body, facts) {
  for (const [name, key] of [["max_tokens", "max_tokens"], ["temperature", "temperature"], ["top_p", "top_p"], ["top_k", "top_k"], ["stop", "stop_sequences"], ["stream", "stream"]]) facts.set(name, body[key]);
  const { tool_choice: choice, thinking, output_config: output } = body;
  if (choice) facts.set("tool_choice", choice.type === "tool" ? { name: choice.name } : choice.type);
  if (choice?.disable_parallel_tool_use !== undefined) facts.set("parallel", !choice.disable_parallel_tool_use);
  if (thinking) facts.set("reasoning", thinking.type === "disabled" ? "none" : "on");
  facts.set("user", body.metadata?.user_id);
  const format = output?.format ?? body.output_format;
  if (format?.type === "json_schema") facts.set("format", format.schema);
}

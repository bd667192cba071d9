// The facts of requests of Cohere's and Ollama's own chats.
import { blocks } from "../facts.mjs";

const SPEAKERS = { system: "system", developer: "system", user: "user", assistant: "assistant" };

/** A request of Cohere's second version. */
export function readCohere(body, facts) {
  for (const message of body.messages ?? []) {
    const speaker = SPEAKERS[message.role];
    if (speaker === "assistant") facts.turn(message);
    else facts.ask();
    if (message.role === "tool") facts.result(message.tool_call_id, undefined, payloadOf(message.content));
    else if (typeof message.content === "string") facts.say(speaker, message.content);
    else for (const part of message.content ?? []) cohereOf(part, speaker, facts);
    callsOf(message, facts);
  }
  toolsOf(body, facts);
  for (const [name, key] of [["max_tokens"], ["temperature"], ["top_p", "p"], ["top_k", "k"], ["stop", "stop_sequences"], ["seed"], ["presence_penalty"], ["frequency_penalty"], ["stream"]]) facts.set(name, body[key ?? name]);
  if (body.tool_choice) facts.set("tool_choice", { REQUIRED: "any", NONE: "none" }[body.tool_choice]);
  if (body.thinking) facts.set("reasoning", body.thinking.type === "disabled" ? "none" : "on");
  if (body.response_format?.type === "json_object") facts.set("format", body.response_format.schema ?? body.response_format.json_schema ?? "json");
}

function cohereOf(part, speaker, facts) {
  if (part?.type === "text" || part?.type === undefined) facts.say(speaker, part?.text);
  if (part?.type === "image_url") facts.medium("image", { url: part.image_url?.url ?? part.image_url });
}

function payloadOf(content) {
  if (!Array.isArray(content)) return content ?? "";
  return blocks(content.map((part) => part.text ?? part.document?.data).filter((one) => one !== undefined));
}

/** A request of Ollama's own API. */
export function readOllama(body, facts) {
  for (const message of body.messages ?? []) {
    const speaker = SPEAKERS[message.role];
    if (speaker === "assistant") facts.turn(message);
    else facts.ask();
    if (message.role === "tool") facts.result(undefined, message.tool_name ?? message.name, message.content);
    else facts.say(speaker, message.content);
    for (const data of message.images ?? []) facts.medium("image", { data });
    callsOf(message, facts);
  }
  toolsOf(body, facts);
  const options = body.options ?? {};
  for (const [name, key] of [["max_tokens", "num_predict"], ["temperature"], ["top_p"], ["top_k"], ["stop"], ["seed"], ["presence_penalty"], ["frequency_penalty"]]) facts.set(name, options[key ?? name]);
  facts.set("stream", body.stream);
  if (body.think !== undefined) facts.set("reasoning", body.think ? "on" : "none");
  if (body.format) facts.set("format", body.format);
}

function callsOf(message, facts) {
  for (const call of message.tool_calls ?? []) facts.call(call.id, call.function?.name, call.function?.arguments);
}

function toolsOf(body, facts) {
  for (const tool of body.tools ?? []) if (tool.function) facts.tool(tool.function.name, tool.function.description, tool.function.parameters);
}

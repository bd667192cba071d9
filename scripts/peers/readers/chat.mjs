// The facts of a request of chat completions, also in the forms of OpenRouter and Mistral.
import { blocks } from "../facts.mjs";

const SPEAKERS = { system: "system", developer: "system", user: "user", assistant: "assistant" };

/** The family of models that reads a reasoning item of OpenRouter, by the item's `format`. */
const FAMILIES = { "anthropic-claude-v1": "claude", "openai-responses-v1": "openai", "azure-openai-responses-v1": "openai", "google-gemini-v1": "gemini", "xai-responses-v1": "grok" };

export function read(body, facts) {
  for (const message of body.messages ?? []) {
    const speaker = SPEAKERS[message.role];
    if (speaker === "assistant") facts.turn(message);
    else facts.ask();
    if (message.role === "tool") facts.result(message.tool_call_id, message.name, payloadOf(message.content));
    if (Array.isArray(message.content)) message.content.forEach((part) => partOf(part, speaker, facts));
    else if (speaker) facts.say(speaker, message.content);
    if (speaker) facts.say(speaker, message.refusal);
    for (const { format = "anthropic-claude-v1", signature, data } of message.reasoning_details ?? []) for (const handle of [signature, data]) facts.handle(handle, FAMILIES[format]);
    for (const { image_url: image } of message.images ?? []) if (image?.url) facts.medium("image", { url: image.url });
    for (const call of message.tool_calls ?? []) {
      facts.call(call.id, call.function?.name, call.function?.arguments);
      facts.handle(call.extra_content?.google?.thought_signature);
    }
  }
  for (const tool of body.tools ?? []) if (tool.function) facts.tool(tool.function.name, tool.function.description, tool.function.parameters);
  settings(body, facts);
}

function payloadOf(content) {
  if (!Array.isArray(content)) return content ?? "";
  return blocks(content.filter(({ text }) => text !== undefined).map(({ text }) => text));
}

function partOf(part, speaker, facts) {
  if (typeof part === "string") return void facts.say(speaker, part);
  if (speaker) facts.say(speaker, part?.text ?? part?.refusal);
  if (part?.type === "thinking") facts.handle(part.signature);
  if (part?.type === "image_url") facts.medium("image", { url: part.image_url?.url ?? part.image_url });
  if (part?.type === "document_url") facts.medium("document", { url: part.document_url });
  if (part?.type === "file") facts.medium("document", { url: part.file?.file_data, file: part.file?.file_id });
  if (part?.type === "input_audio") facts.medium("audio", { data: part.input_audio?.data ?? part.input_audio });
  if (part?.type === "video_url") facts.medium("video", { url: part.video_url?.url });
}

function settings(body, facts) {
  for (const [name, ...keys] of [["max_tokens", "max_completion_tokens", "max_tokens"], ["temperature"], ["top_p"], ["top_k"], ["seed", "seed", "random_seed"], ["presence_penalty"], ["frequency_penalty"], ["parallel", "parallel_tool_calls"], ["stream"], ["user", "safety_identifier", "user"]])
    facts.set(name, (keys.length ? keys : [name]).map((key) => body[key]).find((value) => value !== undefined));
  const { stop, tool_choice: choice, response_format: format } = body;
  if (stop) facts.set("stop", [stop].flat());
  if (choice) facts.set("tool_choice", typeof choice === "string" ? { required: "any" }[choice] ?? choice : { name: choice.function?.name });
  const effort = body.reasoning_effort ?? body.reasoning?.effort;
  const isOn = effort ? effort !== "none" : body.reasoning?.enabled ?? (body.reasoning?.max_tokens || undefined) ?? (body.thinking ? body.thinking.type !== "disabled" : undefined) ?? body.enable_thinking ?? (body.prompt_mode ? true : undefined);
  if (isOn !== undefined) facts.set("reasoning", isOn ? "on" : "none");
  if (format?.type === "json_schema") facts.set("format", format.json_schema?.schema);
  if (format?.type === "json_object") facts.set("format", "json");
}

// The facts of a request of Responses.
import { blocks } from "../facts.mjs";

const MESSAGES = { system: "system", developer: "system", user: "user", assistant: "assistant" };

export function read(body, facts) {
  facts.say("system", body.instructions);
  if (typeof body.input === "string") facts.say("user", body.input);
  else {
    let open;
    for (const item of body.input ?? []) {
      const isOurs = item.role !== undefined && item.role !== "assistant" || /_output$/.test(item.type ?? "");
      if (isOurs) open = facts.ask();
      else if (open) open.push(item);
      else facts.turn((open = [item]));
      itemOf(item, facts);
    }
  }
  for (const tool of body.tools ?? []) if (tool.type === "function") facts.tool(tool.name, tool.description, tool.parameters);
  settings(body, facts);
}

function itemOf(item, facts) {
  if (item.type === "reasoning") for (const handle of [item.encrypted_content, item.id]) facts.handle(handle);
  if (item.type === "function_call") facts.call(item.call_id, item.name, item.arguments);
  if (item.type === "function_call_output") facts.result(item.call_id, undefined, payloadOf(item.output));
  if (item.type === "function_call_output" && Array.isArray(item.output)) item.output.forEach((part) => partOf(part, undefined, facts));
  const speaker = MESSAGES[item.role];
  if (!speaker) return;
  if (typeof item.content === "string") facts.say(speaker, item.content);
  else for (const part of item.content ?? []) partOf(part, speaker, facts);
}

function payloadOf(output) {
  if (!Array.isArray(output)) return output ?? "";
  return blocks(output.filter(({ text }) => text !== undefined).map(({ text }) => text));
}

/** Reads a part of a message, or of a result, whose texts are already counted. */
function partOf(part, speaker, facts) {
  if (speaker) facts.say(speaker, part.text ?? part.refusal);
  if (part.type === "input_image") facts.medium("image", { url: part.image_url, file: part.file_id });
  if (part.type === "input_file") facts.medium("document", { url: part.file_data ?? part.file_url, file: part.file_id, type: "application/pdf" });
  if (part.type === "input_audio") facts.medium("audio", { data: part.input_audio?.data });
}

function settings(body, facts) {
  for (const [name, key] of [["max_tokens", "max_output_tokens"], ["temperature", "temperature"], ["top_p", "top_p"], ["parallel", "parallel_tool_calls"], ["stream", "stream"]]) facts.set(name, body[key]);
  const { tool_choice: choice, reasoning, text } = body;
  if (choice) facts.set("tool_choice", typeof choice === "string" ? { required: "any" }[choice] ?? choice : { name: choice.name });
  if (reasoning?.effort) facts.set("reasoning", reasoning.effort === "none" ? "none" : "on");
  facts.set("user", body.safety_identifier ?? body.user);
  if (text?.format?.type === "json_schema") facts.set("format", text.format.schema);
  if (text?.format?.type === "json_object") facts.set("format", "json");
}

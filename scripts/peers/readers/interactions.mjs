// The facts of a request of Gemini's Interactions.
import { blocks } from "../facts.mjs";

export function read(body, facts) {
  facts.say("system", body.system_instruction);
  if (typeof body.input === "string") facts.say("user", body.input);
  else for (const step of [body.input ?? []].flat()) stepOf(step, facts);
  for (const tool of body.tools ?? []) if (tool.type === "function") facts.tool(tool.name, tool.description, tool.parameters);
  settings(body, facts);
}

function stepOf(step, facts) {
  if (step.type === "thought") return facts.handle(step.signature);
  if (step.type === "function_call") return facts.call(step.id, step.name, step.arguments);
  if (step.type === "function_result") {
    const list = Array.isArray(step.result) && step.result.every(({ type }) => type) ? step.result : undefined;
    const texts = list?.filter(({ type }) => type === "text").map(({ text }) => text);
    facts.result(step.call_id, step.name, texts ? blocks(texts) : step.result, step.is_error === true);
    return list?.forEach((one) => mediumOf(one, facts));
  }
  const speaker = step.type === "model_output" || step.role === "model" ? "assistant" : "user";
  if (speaker === "assistant") facts.turn(step);
  else facts.ask();
  if (typeof step.content === "string") facts.say(speaker, step.content);
  else
    for (const one of step.content ?? (step.text ? [step] : [])) {
      if (["thought", "function_call", "function_result"].includes(one.type)) stepOf(one, facts);
      else if (one.type === "text") facts.say(speaker, one.text);
      else mediumOf(one, facts);
    }
}

function mediumOf({ type, data, uri, mime_type }, facts) {
  if (["image", "document", "audio", "video"].includes(type)) facts.medium(type, { data, url: uri, type: mime_type });
}

function settings(body, facts) {
  const config = body.generation_config ?? {};
  for (const [name, key] of [["max_tokens", "max_output_tokens"], ["temperature"], ["top_p"], ["top_k"], ["stop", "stop_sequences"], ["seed"], ["presence_penalty"], ["frequency_penalty"]]) facts.set(name, config[key ?? name]);
  facts.set("stream", body.stream);
  if (config.thinking_level) facts.set("reasoning", "on");
  const choice = config.tool_choice;
  const names = choice?.allowed_tools?.tools;
  if (choice) facts.set("tool_choice", typeof choice === "string" ? choice : names?.length === 1 ? { name: names[0] } : choice.allowed_tools?.mode);
  const format = [body.response_format].flat()[0];
  if (format?.schema) facts.set("format", format.schema);
  else if (format?.mime_type === "application/json" || body.response_mime_type === "application/json") facts.set("format", "json");
}

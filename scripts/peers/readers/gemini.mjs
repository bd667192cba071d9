// The facts of a request of generateContent. Its server accepts both spellings of names.

const of = (object, name) => object?.[name] ?? object?.[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];

export function read(body, facts) {
  for (const { text } of of(body, "systemInstruction")?.parts ?? []) facts.say("system", text);
  for (const content of body.contents ?? []) {
    const speaker = content.role === "model" ? "assistant" : "user";
    if (speaker === "assistant") facts.turn(content);
    else facts.ask();
    for (const part of joinStreamedCalls(content.parts ?? [])) partOf(part, speaker, facts);
  }
  for (const tool of body.tools ?? [])
    for (const one of of(tool, "functionDeclarations") ?? []) facts.tool(one.name, one.description, one.parametersJsonSchema ?? one.parameters_json_schema ?? one.parameters);
  settings(body, facts);
}

/** Joins the parts of a function call whose arguments were streamed. Each piece has a path such as `$.n` and a value. */
function joinStreamedCalls(parts) {
  const joined = [];
  let open;
  for (const part of parts) {
    const piece = of(part, "functionCall");
    if (open && piece && !piece.name) {
      for (const argument of of(piece, "partialArgs") ?? []) setArgument(open.args, argument);
      if (!of(piece, "willContinue")) open = undefined;
      continue;
    }
    open = piece && of(piece, "willContinue") ? { ...piece, args: {} } : undefined;
    joined.push(open ? { ...part, functionCall: open } : part);
  }
  return joined;
}

/** Sets one argument of a streamed call. A text may arrive in several pieces. */
function setArgument(args, argument) {
  const names = of(argument, "jsonPath").match(/[^$.[\]'"]+/g) ?? [];
  const last = names.pop();
  const holder = names.reduce((inner, name) => (inner[name] ??= {}), args);
  const text = of(argument, "stringValue");
  holder[last] = text === undefined ? (of(argument, "numberValue") ?? of(argument, "boolValue") ?? null) : (holder[last] ?? "") + text;
}

function partOf(part, speaker, facts) {
  facts.handle(of(part, "thoughtSignature"));
  if (!part.thought) facts.say(speaker, part.text);
  const [call, answer] = [of(part, "functionCall"), of(part, "functionResponse")];
  if (call) facts.call(call.id, call.name, call.args);
  // A picture may be a thought.
  if (!part.thought) mediumOf(part, facts);
  if (!answer) return;
  facts.result(answer.id, answer.name, answer.response, answer.response?.error !== undefined);
  for (const inner of answer.parts ?? []) mediumOf(inner, facts);
}

function mediumOf(part, facts) {
  const [inline, file] = [of(part, "inlineData"), of(part, "fileData")];
  if (!inline && !file) return;
  const type = of(inline ?? file, "mimeType");
  const kind = ["image", "audio", "video"].find((one) => type?.startsWith(one)) ?? "document";
  facts.medium(kind, { data: inline?.data, url: of(file, "fileUri"), type });
}

function settings(body, facts) {
  const config = of(body, "generationConfig") ?? {};
  for (const [name, key] of [["max_tokens", "maxOutputTokens"], ["temperature", "temperature"], ["top_p", "topP"], ["top_k", "topK"], ["stop", "stopSequences"], ["seed", "seed"], ["presence_penalty", "presencePenalty"], ["frequency_penalty", "frequencyPenalty"]]) facts.set(name, of(config, key));
  const thinking = of(config, "thinkingConfig");
  const budget = of(thinking, "thinkingBudget");
  if (thinking && (budget !== undefined || of(thinking, "thinkingLevel"))) facts.set("reasoning", budget === 0 ? "none" : "on");
  const calling = of(of(body, "toolConfig"), "functionCallingConfig");
  const names = of(calling, "allowedFunctionNames");
  if (calling?.mode) facts.set("tool_choice", names?.length === 1 ? { name: names[0] } : calling.mode.toLowerCase());
  const schema = of(config, "responseJsonSchema") ?? of(config, "responseSchema");
  if (schema) facts.set("format", schema);
  else if (of(config, "responseMimeType") === "application/json") facts.set("format", "json");
}

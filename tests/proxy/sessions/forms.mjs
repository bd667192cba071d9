// Where the parts of a conversation are in the sessions of each agent: the lines of a file, or the rows of a database.

/** The parts of a list of blocks in a line, by their types. */
const KINDS = {
  thinking: "thought", redacted_thinking: "thought", reasoning: "thought",
  tool_use: "call", toolCall: "call", function_call: "call", tool: "call",
  tool_result: "result", function_call_output: "result",
  text: "text", message: "text",
};

/** A handle that is a member of its part. */
const memberHandle = (name) => ({
  handleOf: (part) => part[name],
  setHandle: (part, handle) => (handle === undefined ? delete part[name] : (part[name] = handle)),
});

/** The parts of a line: `{kind, part, list, index}`. A part without a list is the line itself. */
const blocks = (list) => list.map((part, index) => ({ kind: KINDS[part.type], part, list, index }));

const claude = {
  ...memberHandle("signature"),
  text: "thinking",
  parent: ["uuid", "parentUuid"],
  partsOf: ({ type, message }) => (["user", "assistant"].includes(type) && Array.isArray(message?.content) ? blocks(message.content) : []),
};

const codex = {
  ...memberHandle("encrypted_content"),
  partsOf: ({ type, payload }) => (type === "response_item" && KINDS[payload.type] && payload.role !== "user" && payload.role !== "developer" ? [{ kind: KINDS[payload.type], part: payload }] : []),
  edit: (part) => (part.summary = [{ type: "summary_text", text: "Something else." }]),
};

const pi = {
  text: "thinking",
  parent: ["id", "parentId"],
  partsOf: ({ type, message }) => {
    if (type !== "message" || !Array.isArray(message?.content)) return [];
    return message.role === "toolResult" ? [{ kind: "result", part: message }] : message.role === "assistant" ? blocks(message.content) : [];
  },
};

/** The item of the Responses wire is a text of JSON. */
const itemHandle = {
  handleOf: ({ thinkingSignature }) => thinkingSignature && JSON.parse(thinkingSignature).encrypted_content,
  setHandle(part, handle) {
    const item = JSON.parse(part.thinkingSignature);
    if (handle === undefined) delete item.encrypted_content;
    else item.encrypted_content = handle;
    part.thinkingSignature = JSON.stringify(item);
  },
};

/** Rows of OpenCode's table `part`. A call and its result are one row. */
const opencode = (vendor, member) => ({
  text: "text",
  isDatabase: true,
  handleOf: ({ metadata }) => metadata?.[vendor]?.[member],
  setHandle: (part, handle) => (handle === undefined ? delete part.metadata[vendor][member] : (part.metadata[vendor][member] = handle)),
  partsOf: ({ data }) => (KINDS[data.type] ? [{ kind: KINDS[data.type], part: data }] : []),
});

const gemini = {
  // It dies of the second prompt without any damage: it stores each result twice (google-gemini/gemini-cli#29365).
  prompts: 1,
  partsOf: ({ type, content, toolCalls }) => [
    ...(type === "gemini" ? [...blocks((toolCalls ?? []).map((call) => call)).map((one) => ({ ...one, list: toolCalls, kind: "call" })), ...(toolCalls ?? []).filter(({ result }) => Array.isArray(result)).flatMap(({ result }) => result.map((part, index) => ({ kind: "result", part, list: result, index })))] : []),
    ...(type === "user" && Array.isArray(content) ? content.map((part, index) => ({ kind: part.functionResponse ? "result" : "text", part, list: content, index })) : []),
  ],
};

export const FORMS = {
  claude,
  codex,
  gemini,
  pi: { ...pi, ...memberHandle("thinkingSignature") },
  piItems: { ...pi, ...itemHandle },
  opencode: opencode("anthropic", "signature"),
  opencodeItems: opencode("openai", "reasoningEncryptedContent"),
};

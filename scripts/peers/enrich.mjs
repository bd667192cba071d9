// Adds more than text and calls to a conversation before each request is sent: pictures, documents, failed and structured results, schemas and
// settings.

const PICTURE = { type: "image/png", data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==" };
const PAPER = { type: "application/pdf", data: "JVBERi0xLjQKMSAwIG9iago8PD4+CmVuZG9iagp0cmFpbGVyCjw8Pj4KJSVFT0YK" };
const ADDRESS = "https://example.org/pictures/harbour.png";

/** Returns the rich schema of a tool by its name. */
const schemaOf = (name) => ({
  type: "object",
  properties: {
    path: { type: "string", description: `where to ${name}` },
    range: { type: "array", items: { type: "number" } },
    deep: { type: "object", properties: { zeta: { type: "boolean" }, alpha: { type: "string", enum: ["on", "off"] } }, required: ["zeta"] },
  },
  required: ["path"],
});

/** The form of a picture, a picture at an address and a document on each wire. */
const MEDIA = {
  "anthropic-messages": {
    image: ({ type, data }) => ({ type: "image", source: { type: "base64", media_type: type, data } }),
    address: (url) => ({ type: "image", source: { type: "url", url } }),
    document: ({ type, data }) => ({ type: "document", source: { type: "base64", media_type: type, data } }),
  },
  "bedrock-converse": { image: ({ data }) => ({ image: { format: "png", source: { bytes: data } } }), document: ({ data }) => ({ document: { format: "pdf", name: "paper", source: { bytes: data } } }) },
  "openai-responses": {
    image: ({ type, data }) => ({ type: "input_image", image_url: `data:${type};base64,${data}` }),
    address: (url) => ({ type: "input_image", image_url: url }),
    document: ({ type, data }) => ({ type: "input_file", filename: "paper.pdf", file_data: `data:${type};base64,${data}` }),
  },
  "openai-chat": {
    image: ({ type, data }) => ({ type: "image_url", image_url: { url: `data:${type};base64,${data}` } }),
    address: (url) => ({ type: "image_url", image_url: { url } }),
    document: ({ type, data }) => ({ type: "file", file: { filename: "paper.pdf", file_data: `data:${type};base64,${data}` } }),
  },
  "gemini-generate": {
    image: ({ type, data }) => ({ inlineData: { mimeType: type, data } }),
    document: ({ type, data }) => ({ inlineData: { mimeType: type, data } }),
  },
};
MEDIA["openrouter-chat"] = MEDIA["openai-chat"];
MEDIA["mistral-chat"] = { ...MEDIA["openai-chat"], document: undefined };

/** Adds settings and schemas to a body before it is first sent. */
export function enrichHead(wire, body, random) {
  for (const tool of body.tools?.[0]?.functionDeclarations ?? body.toolConfig?.tools ?? body.tools ?? []) SCHEMAS[wire]?.(tool);
  if (random.chance(0.6)) SETTINGS[wire]?.(body, random);
}

/** Adds pictures and documents to the last question, and makes a last result fail or contain more than a text. */
export function enrichLast(wire, body, random) {
  const list = body.messages ?? body.input ?? body.contents;
  const last = list.at(-1);
  if (last.role === "user" && random.chance(0.4)) QUESTIONS[wire]?.(last, added(wire, random));
  RESULTS[wire]?.(last, random);
}

const added = (wire, random) => {
  const { image, address, document } = MEDIA[wire];
  return [random.chance(0.5) && image(PICTURE), random.chance(0.3) && address?.(ADDRESS), random.chance(0.3) && document?.(PAPER)].filter(Boolean);
};

const isAnswer = (block) => block.type === "tool_result" || block.toolResult || block.functionResponse;
const listed = (text) => (message, parts) => {
  if (Array.isArray(message.content)) !message.content.some(isAnswer) && message.content.push(...parts);
  else if (parts.length) message.content = [{ type: text, text: message.content }, ...parts];
};
const QUESTIONS = {
  "anthropic-messages": listed("text"),
  "bedrock-converse": listed("text"),
  "openai-responses": listed("input_text"),
  "openai-chat": listed("text"),
  "openrouter-chat": listed("text"),
  "mistral-chat": listed("text"),
  "gemini-generate": (content, parts) => !content.parts.some(isAnswer) && content.parts.push(...parts),
};

const RESULTS = {
  "anthropic-messages": ({ content }, random) => {
    for (const block of Array.isArray(content) ? content.filter(isAnswer) : []) {
      if (random.chance(0.15)) block.is_error = true;
      else if (random.chance(0.2)) block.content = [{ type: "text", text: block.content }, MEDIA["anthropic-messages"].image(PICTURE)];
    }
  },
  "bedrock-converse": ({ content }, random) => {
    for (const { toolResult } of content.filter(isAnswer)) {
      if (random.chance(0.15)) toolResult.status = "error";
      else if (random.chance(0.2)) toolResult.content = [{ json: { rows: [1, 2, { deep: true }] } }];
    }
  },
  "gemini-generate": ({ parts }, random) => {
    for (const { functionResponse } of parts.filter(isAnswer)) {
      if (random.chance(0.15)) functionResponse.response = { error: functionResponse.response.output ?? "broken" };
      else if (random.chance(0.2)) functionResponse.response = { rows: [1, 2, { deep: true }], total: 3 };
    }
  },
};

const chatTool = ({ function: one }) => Object.assign(one, { description: `${one.name} and tell`, parameters: schemaOf(one.name) });
const SCHEMAS = {
  "anthropic-messages": (tool) => Object.assign(tool, { description: `${tool.name} and tell`, input_schema: schemaOf(tool.name) }),
  "bedrock-converse": ({ toolSpec }) => Object.assign(toolSpec, { description: `${toolSpec.name} and tell`, inputSchema: { json: schemaOf(toolSpec.name) } }),
  "openai-responses": (tool) => Object.assign(tool, { description: `${tool.name} and tell`, parameters: schemaOf(tool.name) }),
  "gemini-generate": (tool) => Object.assign(tool, { description: `${tool.name} and tell`, parameters: schemaOf(tool.name) }),
  "openai-chat": chatTool,
  "openrouter-chat": chatTool,
  "mistral-chat": chatTool,
};

const chatSettings = (body, random) => Object.assign(body, { tool_choice: random.pick(["auto", "none"]), parallel_tool_calls: random.chance(0.5), ...(random.chance(0.4) ? { seed: random.below(99) } : {}) });
const SETTINGS = {
  "anthropic-messages": (body, random) => Object.assign(body, { stop_sequences: ["\n\nEND"], tool_choice: { type: "auto", disable_parallel_tool_use: random.chance(0.5) }, metadata: { user_id: `user-${random.below(99)}` } }),
  "bedrock-converse": (body) => Object.assign(body.inferenceConfig, { stopSequences: ["END"] }),
  "openai-responses": (body, random) => Object.assign(body, { max_output_tokens: 4000 + random.below(4000), parallel_tool_calls: random.chance(0.5), tool_choice: "auto", safety_identifier: `user-${random.below(99)}` }),
  "gemini-generate": (body, random) => {
    body.generationConfig = { ...body.generationConfig, maxOutputTokens: 4000 + random.below(4000), temperature: 1, stopSequences: ["END"] };
    body.toolConfig = { functionCallingConfig: { mode: random.pick(["AUTO", "ANY"]) } };
  },
  "openai-chat": chatSettings,
  "openrouter-chat": chatSettings,
  "mistral-chat": (body, random) => Object.assign(body, { tool_choice: "auto", parallel_tool_calls: random.chance(0.5), max_tokens: 4000 + random.below(4000) }),
};

// One request for each wire with all features of an agent loop: settings, tools, media, failed and structured results, a schema for the answer.
const SCHEMA = { type: "object", properties: { city: { type: "string", description: "Where" }, days: { type: "integer", minimum: 1 } }, required: ["city"], additionalProperties: false };
const REPLY = { type: "object", properties: { warm: { type: "boolean" } }, required: ["warm"], additionalProperties: false };
/** A picture of one pixel, a document and a sound, each a few bytes. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const PDF = "JVBERi0xLjQKJSVFT0YK";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAESsAACJWAAACABAAZGF0YQAAAAA=";
const LINK = "https://example.com/map.png";
const CALLS = [{ city: "Oslo", days: 1 }, { city: "Rome" }];

const called = (nth) => JSON.stringify(CALLS[nth]);
const chatCalls = [0, 1].map((nth) => ({ id: `call_${nth}`, type: "function", function: { name: "forecast", arguments: called(nth) } }));
const chatTool = { type: "function", function: { name: "forecast", description: "Tells the weather", parameters: SCHEMA, strict: true } };
const looseTool = { type: "function", function: { name: "forecast", description: "Tells the weather", parameters: SCHEMA } };
const chatAsked = [{ type: "text", text: "How warm is it here?" }, { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } }, { type: "image_url", image_url: { url: LINK, detail: "low" } }];
const chatResults = [0, 1].map((nth) => ({ role: "tool", tool_call_id: `call_${nth}`, content: nth ? "no such city" : '{"celsius":21.0}' }));
const chatFormat = { type: "json_schema", json_schema: { name: "reply", schema: REPLY, strict: true } };

/** The name of a request, its target, and its body. */
export const FULL = [
  ["all of Messages", { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-8" }, {
    model: "claude-opus-4-8", max_tokens: 4096, stream: true, stop_sequences: ["END"], metadata: { user_id: "u-1" },
    thinking: { type: "adaptive" }, output_config: { effort: "high", format: { type: "json_schema", schema: REPLY } }, service_tier: "auto",
    system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
    tools: [{ name: "forecast", description: "Tells the weather", input_schema: SCHEMA, strict: true, cache_control: { type: "ephemeral", ttl: "1h" } }],
    tool_choice: { type: "auto", disable_parallel_tool_use: true },
    messages: [
      { role: "user", content: [{ type: "text", text: "How warm is it here?" }, { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } }, { type: "image", source: { type: "url", url: LINK } }, { type: "document", source: { type: "base64", media_type: "application/pdf", data: PDF }, title: "Note" }] },
      { role: "assistant", content: [{ type: "thinking", thinking: "Two cities.", signature: "RXFzaWduYXR1cmU=" }, { type: "redacted_thinking", data: "RXFyZWRhY3RlZA==" }, { type: "text", text: "I look." }, { type: "tool_use", id: "toolu_0", name: "forecast", input: CALLS[0] }, { type: "tool_use", id: "toolu_1", name: "forecast", input: CALLS[1] }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_0", content: [{ type: "text", text: "21" }, { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } }] }, { type: "tool_result", tool_use_id: "toolu_1", is_error: true, content: "no such city" }, { type: "text", text: "And now?" }] },
    ],
  }],
  ["all of Responses", { wire: "openai-responses", host: "api.openai.com", model: "gpt-5.4" }, {
    model: "gpt-5.4", instructions: "Be brief.", max_output_tokens: 4096, parallel_tool_calls: false, stream: true, store: false, metadata: { tenant: "t-1" }, safety_identifier: "u-1", prompt_cache_key: "k-1", service_tier: "auto",
    include: ["reasoning.encrypted_content"], reasoning: { effort: "high", summary: "auto" }, text: { verbosity: "low", format: { type: "json_schema", name: "reply", schema: REPLY, strict: true } }, truncation: "auto",
    tools: [{ type: "function", name: "forecast", description: "Tells the weather", parameters: SCHEMA, strict: true }], tool_choice: { type: "function", name: "forecast" },
    input: [
      { role: "developer", content: "Use the tool." },
      { role: "user", content: [{ type: "input_text", text: "How warm is it here?" }, { type: "input_image", detail: "auto", image_url: `data:image/png;base64,${PNG}` }, { type: "input_file", filename: "note.pdf", file_data: `data:application/pdf;base64,${PDF}` }] },
      { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Two cities." }], encrypted_content: "gAAAAsealed" },
      { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "I look.", annotations: [] }] },
      ...[0, 1].map((nth) => ({ type: "function_call", id: `fc_${nth}`, call_id: `call_${nth}`, name: "forecast", arguments: called(nth), status: "completed" })),
      { type: "function_call_output", call_id: "call_0", output: [{ type: "input_text", text: "21" }, { type: "input_image", detail: "auto", image_url: LINK }] },
      { type: "function_call_output", call_id: "call_1", output: "no such city" },
    ],
  }],
  ["all of chat", { wire: "openai-chat", host: "api.openai.com", model: "gpt-4.1" }, {
    model: "gpt-4.1", max_completion_tokens: 900, temperature: 0.2, top_p: 0.9, presence_penalty: 0.1, frequency_penalty: 0.2, seed: 7, stop: ["END"], n: 1, logprobs: true, top_logprobs: 2, user: "u-1", store: false, metadata: { tenant: "t-1" }, parallel_tool_calls: true, stream: true, stream_options: { include_usage: true },
    response_format: chatFormat, tools: [chatTool], tool_choice: { type: "function", function: { name: "forecast" } },
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", name: "ann", content: [...chatAsked, { type: "input_audio", input_audio: { data: WAV, format: "wav" } }, { type: "file", file: { filename: "note.pdf", file_data: `data:application/pdf;base64,${PDF}` } }] },
      { role: "assistant", content: "I look.", tool_calls: chatCalls },
      ...chatResults,
      { role: "assistant", content: null, refusal: "I will not." },
      { role: "user", content: "Then tell me." },
    ],
  }],
  ["all of generateContent", { wire: "gemini-generate", host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview" }, {
    systemInstruction: { parts: [{ text: "Be brief." }] },
    generationConfig: { temperature: 0.2, topP: 0.9, topK: 5, maxOutputTokens: 900, stopSequences: ["END"], seed: 7, candidateCount: 1, presencePenalty: 0.1, frequencyPenalty: 0.2, responseMimeType: "application/json", responseJsonSchema: REPLY, thinkingConfig: { includeThoughts: true, thinkingLevel: "HIGH" } },
    tools: [{ functionDeclarations: [{ name: "forecast", description: "Tells the weather", parametersJsonSchema: SCHEMA }] }],
    toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["forecast"] } },
    safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }],
    contents: [
      { role: "user", parts: [{ text: "How warm is it here?" }, { inlineData: { mimeType: "image/png", data: PNG } }, { fileData: { mimeType: "image/png", fileUri: LINK } }, { inlineData: { mimeType: "audio/wav", data: WAV } }] },
      { role: "model", parts: [{ text: "Two cities.", thought: true }, { text: "I look." }, { functionCall: { name: "forecast", args: CALLS[0] }, thoughtSignature: "Q2lnbmF0dXJl" }, { functionCall: { name: "forecast", args: CALLS[1] } }] },
      { role: "user", parts: [{ functionResponse: { name: "forecast", response: { output: { celsius: 21 } } } }, { functionResponse: { name: "forecast", response: { error: "no such city" } } }] },
    ],
  }],
  ["all of interactions", { wire: "gemini-interactions", host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview" }, {
    model: "gemini-3-pro-preview", system_instruction: "Be brief.", stream: true, store: false,
    generation_config: { temperature: 0.2, top_p: 0.9, seed: 7, stop_sequences: ["END"], max_output_tokens: 900, thinking_level: "high", thinking_summaries: "auto", tool_choice: "auto" },
    tools: [{ type: "function", name: "forecast", description: "Tells the weather", parameters: SCHEMA }],
    response_format: [{ type: "text", mime_type: "application/json", schema: REPLY }],
    input: [
      { type: "user_input", content: [{ type: "text", text: "How warm is it here?" }, { type: "image", mime_type: "image/png", data: PNG }] },
      { type: "thought", signature: "Q2lnbmF0dXJl", summary: [{ type: "text", text: "Two cities." }] },
      { type: "function_call", id: "call_0", name: "forecast", arguments: CALLS[0] },
      { type: "function_result", call_id: "call_0", name: "forecast", result: [{ type: "text", text: "21" }] },
    ],
  }],
  ["all of Converse", { wire: "bedrock-converse", host: "bedrock-runtime.us-east-1.amazonaws.com", model: "anthropic.claude-sonnet-4-5-20250929-v1:0" }, {
    system: [{ text: "Be brief." }, { cachePoint: { type: "default" } }],
    inferenceConfig: { maxTokens: 4096, stopSequences: ["END"] }, additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 2048 } }, requestMetadata: { tenant: "t-1" },
    toolConfig: { tools: [{ toolSpec: { name: "forecast", description: "Tells the weather", inputSchema: { json: SCHEMA } } }], toolChoice: { auto: {} } },
    messages: [
      { role: "user", content: [{ text: "How warm is it here?" }, { image: { format: "png", source: { bytes: PNG } } }, { document: { format: "pdf", name: "note", source: { bytes: PDF } } }] },
      { role: "assistant", content: [{ reasoningContent: { reasoningText: { text: "Two cities.", signature: "RXFzaWduYXR1cmU=" } } }, { reasoningContent: { redactedContent: "RXFyZWRhY3RlZA==" } }, { text: "I look." }, ...[0, 1].map((nth) => ({ toolUse: { toolUseId: `tooluse_${nth}`, name: "forecast", input: CALLS[nth] } }))] },
      { role: "user", content: [{ toolResult: { toolUseId: "tooluse_0", content: [{ json: { celsius: 21 } }, { image: { format: "png", source: { bytes: PNG } } }] } }, { toolResult: { toolUseId: "tooluse_1", status: "error", content: [{ text: "no such city" }] } }] },
    ],
  }],
  ["all of OpenRouter", { wire: "openrouter-chat", host: "openrouter.ai", model: "anthropic/claude-opus-4.8" }, {
    model: "anthropic/claude-opus-4.8", max_tokens: 900, temperature: 1, top_p: 0.9, top_k: 5, seed: 7, stop: ["END"], user: "u-1", parallel_tool_calls: false, reasoning: { effort: "high" }, stream: true, response_format: chatFormat,
    tools: [looseTool], tool_choice: "required",
    messages: [
      { role: "system", content: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }] },
      { role: "user", content: chatAsked },
      { role: "assistant", content: "I look.", reasoning: "Two cities.", reasoning_details: [{ type: "reasoning.text", text: "Two cities.", signature: "RXFzaWduYXR1cmU=", format: "anthropic-claude-v1", index: 0 }], tool_calls: chatCalls },
      ...chatResults,
    ],
  }],
  ["all of Mistral", { wire: "mistral-chat", host: "api.mistral.ai", model: "magistral-medium-latest" }, {
    model: "magistral-medium-latest", max_tokens: 900, temperature: 0.2, top_p: 0.9, random_seed: 7, stop: ["END"], presence_penalty: 0.1, frequency_penalty: 0.2, parallel_tool_calls: false, response_format: chatFormat, tools: [looseTool], tool_choice: "any",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "How warm is it here?" }, { type: "image_url", image_url: LINK }, { type: "document_url", document_url: "https://example.com/note.pdf" }] },
      { role: "assistant", content: [{ type: "thinking", thinking: [{ type: "text", text: "Two cities." }] }, { type: "text", text: "I look." }], tool_calls: [0, 1].map((nth) => ({ id: `abcdefgh${nth}`, function: { name: "forecast", arguments: called(nth) } })) },
      ...[0, 1].map((nth) => ({ role: "tool", name: "forecast", tool_call_id: `abcdefgh${nth}`, content: "21" })),
    ],
  }],
  ["all of Cohere", { wire: "cohere-chat", host: "api.cohere.com", model: "command-a-reasoning-08-2025" }, {
    model: "command-a-reasoning-08-2025", stream: false, max_tokens: 900, temperature: 0.2, p: 0.9, k: 5, seed: 7, stop_sequences: ["END"], presence_penalty: 0.1, frequency_penalty: 0.2, thinking: { type: "enabled", token_budget: 500 }, strict_tools: true, tool_choice: "REQUIRED", tools: [looseTool],
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: chatAsked.slice(0, 2) },
      { role: "assistant", tool_plan: "Two cities.", tool_calls: chatCalls },
      { role: "tool", tool_call_id: "call_0", content: [{ type: "document", document: { data: { celsius: 21 } } }] },
      { role: "tool", tool_call_id: "call_1", content: "no such city" },
    ],
  }],
  ["all of Ollama", { wire: "ollama-chat", host: "localhost:11434", model: "qwen3" }, {
    model: "qwen3", stream: false, think: true, format: REPLY, keep_alive: "5m", options: { temperature: 0.2, top_p: 0.9, top_k: 5, seed: 7, num_predict: 900, stop: ["END"] }, tools: [looseTool],
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "How warm is it here?", images: [PNG] },
      { role: "assistant", content: "I look.", thinking: "Two cities.", tool_calls: CALLS.map((args) => ({ function: { name: "forecast", arguments: args } })) },
      ...[0, 1].map(() => ({ role: "tool", tool_name: "forecast", content: "21" })),
    ],
  }],
];

/** Members that one vendor accepts and the types of its client lack, or that the others refuse. */
export const ODD = [
  ["sampling of Messages", { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-sonnet-4-5" }, {
    model: "claude-sonnet-4-5", max_tokens: 900, temperature: 0.5, top_k: 5, system: "Be brief.", thinking: { type: "disabled" },
    tools: [{ name: "forecast", input_schema: SCHEMA }], tool_choice: { type: "tool", name: "forecast" }, messages: [{ role: "user", content: "Hello" }],
  }],
  ["thinking that is not shown", { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-8" }, {
    model: "claude-opus-4-8", max_tokens: 900, thinking: { type: "adaptive", display: "omitted" }, messages: [{ role: "user", content: "Hello" }],
  }],
  ["a class of service of Groq", { wire: "openai-chat", host: "api.groq.com", model: "openai/gpt-oss-120b" }, { model: "openai/gpt-oss-120b", service_tier: "on_demand", messages: [{ role: "user", content: "Hello" }] }],
  ["types of a schema as numbers", { wire: "gemini-generate", host: "aiplatform.googleapis.com", model: "gemini-2.5-flash" }, {
    tools: [{ functionDeclarations: [{ name: "forecast", parameters: { type: 6, properties: { city: { type: 1 }, days: { type: 3 } } } }] }], contents: [{ role: "user", parts: [{ text: "Hello" }] }],
  }],
  ["a document that is no PDF", { wire: "openai-responses", host: "api.openai.com", model: "gpt-5.4" }, {
    model: "gpt-5.4", input: [{ role: "user", content: [{ type: "input_text", text: "Read it." }, { type: "input_file", filename: "note.doc", file_data: "data:application/msword;base64,0M8R4A==" }] }],
  }],
  ["a tool without words and a picture of the model", { wire: "gemini-generate", host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview" }, {
    tools: [{ functionDeclarations: [{ name: "forecast", description: "", parametersJsonSchema: SCHEMA }] }],
    contents: [{ role: "user", parts: [{ text: "Draw." }] }, { role: "model", parts: [{ text: "Here." }, { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }] }, { role: "user", parts: [{ text: "Thanks." }] }],
  }],
  ["numbers at the ends", { wire: "openai-chat", host: "api.openai.com", model: "gpt-4.1" }, { model: "gpt-4.1", max_tokens: 10, top_p: 1, messages: [{ role: "user", content: "Hello" }] }],
  ["a document that is a text", { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-sonnet-4-5" }, {
    model: "claude-sonnet-4-5", max_tokens: 900, messages: [{ role: "user", content: [{ type: "text", text: "Read it." }, { type: "document", source: { type: "text", media_type: "text/plain", data: "It is warm." } }] }],
  }],
];

// OpenRouter's translation for each upstream: the chat request into the vendor's, the vendor's reply into a chat message with reasoning_details.
import { write } from "../../json.mjs";
import * as anthropicClient from "../../clients/anthropic.mjs";
import * as geminiClient from "../../clients/gemini.mjs";
import * as responsesClient from "../../clients/responses.mjs";
import { chatClient } from "../../clients/chat.mjs";

const callOf = (id, name, text, index) => ({ index, id, type: "function", function: { name, arguments: text } });
const textOf = ({ content }) => (Array.isArray(content) ? content.map(({ text = "" }) => text).join("") : (content ?? ""));
/** Returns the parts of a message: a text is one. */
const partsOf = ({ content }) => (Array.isArray(content) ? content : [{ type: "text", text: content ?? "" }]);
/** Returns the address of a picture, a document or a recording: its type and data, if it is data. */
const mediumOf = ({ image_url, input_audio, file }) => {
  const url = image_url?.url ?? file?.file_data ?? `data:audio/${input_audio.format};base64,${input_audio.data}`;
  const [, mime, data] = /^data:([^;,]+);base64,(.*)$/.exec(url) ?? [];
  return { kind: image_url ? "image" : "document", url, mime, data };
};
const detailsOf = (message) => (Array.isArray(message.reasoning_details) ? message.reasoning_details : []);
/** Both words switch reasoning off (documented: `none` disables it entirely). */
const isOff = ({ reasoning }) => reasoning?.enabled === false || reasoning?.effort === "none";
const format = (detail) => detail.format ?? "anthropic-claude-v1"; // documented default

/** Claude: a detail with a signature is a thinking block, an encrypted one a redacted block. */
const claude = {
  client: anthropicClient,
  request(body) {
    const model = body.model.replace("anthropic/", "").replaceAll(".", "-");
    const manual = model === "claude-sonnet-4-5";
    const tools = (body.tools ?? []).map((tool) => ({ name: tool.function.name, input_schema: tool.function.parameters }));
    const upstream = { model, max_tokens: 8192, tools, messages: [] };
    // Up to 4.5 it thinks only on request.
    if (manual ? body.reasoning?.enabled : !isOff(body)) upstream.thinking = manual ? { type: "enabled", budget_tokens: 2048 } : { type: "adaptive", display: "summarized" };
    const seen = walk(body, upstream, upstream.messages, {
      user: (message) => ({ role: "user", content: partsOf(message).map(claudeBlock) }),
      assistant: (message) => {
        const said = textOf(message) ? [{ type: "text", text: textOf(message) }] : [];
        const calls = (message.tool_calls ?? []).map((call) => ({ type: "tool_use", id: call.id, name: call.function.name, input: JSON.parse(call.function.arguments) }));
        return { role: "assistant", content: [...detailsOf(message).flatMap(thinking), ...said, ...calls] };
      },
      tool: (message) => ({ role: "user", content: [{ type: "tool_result", tool_use_id: message.tool_call_id, content: Array.isArray(message.content) ? message.content.map(claudeBlock) : message.content }] }),
    });
    // Recorded: an open tool loop without its thinking is accepted and answered without any, so the translation switches thinking off.
    const start = upstream.messages.findLastIndex(({ role, content }) => role === "user" && content[0].type !== "tool_result") + 1;
    const bare = manual && upstream.thinking && upstream.messages[start]?.content.some(({ type }) => type === "tool_use") && !upstream.messages[start].content[0].type.endsWith("thinking");
    if (bare) delete upstream.thinking;
    return bare ? { ...seen, lost: [{ rule: "fw.litellm.openrouter-details", where: `/messages/${seen.places[start]}` }] } : seen;
  },
  message({ content }) {
    const format = "anthropic-claude-v1";
    const detail = (block, index) => {
      if (block.type === "redacted_thinking") return { type: "reasoning.encrypted", data: block.data, format, index };
      return { type: "reasoning.text", text: block.thinking, signature: block.signature, format, index };
    };
    const details = content.filter(({ type }) => type.endsWith("thinking")).map(detail);
    const calls = content.filter(({ type }) => type === "tool_use").map((block, index) => callOf(block.id, block.name, write(block.input), index));
    return { text: content.filter(({ type }) => type === "text").map(({ text }) => text).join(""), details, calls };
  },
};

function claudeBlock(part) {
  if (part.type === "text") return { type: "text", text: part.text };
  const { kind, url, mime, data } = mediumOf(part);
  return { type: kind, source: data ? { type: "base64", media_type: mime, data } : { type: "url", url } };
}

function thinking(detail) {
  if (detail.type === "reasoning.encrypted") return [{ type: "redacted_thinking", data: detail.data }];
  if (detail.type === "reasoning.text" && format(detail).startsWith("anthropic-claude-v1")) return [{ type: "thinking", thinking: detail.text ?? "", signature: detail.signature ?? "" }];
  return [];
}

/** Returns the id that Gemini gave; without one OpenRouter counts, so that two conversations have the same ids. */
const theirs = (id) => (/^tool_\d+_/.test(id) ? undefined : id);

/** Gemini: the encrypted entry with the first call's id is that call's signature; one without an id belongs to the answer. */
const gemini = {
  client: geminiClient,
  request(body) {
    const upstream = { contents: [], tools: [{ functionDeclarations: (body.tools ?? []).map((tool) => ({ name: tool.function.name })) }], generationConfig: { thinkingConfig: { includeThoughts: true } } };
    const names = new Map(body.messages.flatMap((message) => (message.tool_calls ?? []).map((call) => [call.id, call.function.name])));
    const signed = (details, id) => details.find((detail) => detail.type === "reasoning.encrypted" && (detail.id ?? undefined) === id)?.data;
    const seen = walk(body, upstream, upstream.contents, {
      user: (message) => ({ role: "user", parts: partsOf(message).map(geminiPart) }),
      assistant: (message) => {
        const details = detailsOf(message);
        const parts = textOf(message) ? [{ text: textOf(message) }] : [];
        for (const { id, function: called } of message.tool_calls ?? []) {
          parts.push({ functionCall: { id: theirs(id), name: called.name, args: JSON.parse(called.arguments) }, thoughtSignature: signed(details, id) });
        }
        if (!message.tool_calls?.length && signed(details, undefined)) parts.push({ text: "", thoughtSignature: signed(details, undefined) });
        return { role: "model", parts };
      },
      tool: (message) => ({ role: "user", parts: [{ functionResponse: { id: theirs(message.tool_call_id), name: names.get(message.tool_call_id) ?? "unknown", response: { output: textOf(message) } } }] }),
    });
    // Results of one turn are one content here.
    const joined = [];
    seen.places = seen.places.filter((_, nth) => {
      const content = upstream.contents[nth];
      const last = joined.at(-1);
      if (!last?.parts[0]?.functionResponse || !content.parts[0]?.functionResponse) return joined.push(content);
      last.parts.push(...content.parts);
      return false;
    });
    upstream.contents = joined;
    return { ...seen, target: { surface: "aistudio", model: body.model.replace("google/", "") } };
  },
  message({ parts }) {
    const calls = parts.filter((part) => part.functionCall).map(({ functionCall: { id, name, args } }, index) => callOf(id ?? `tool_${index}_${name}`, name, write(args), index));
    const thoughts = parts.filter((part) => part.thought);
    const signature = parts.find((part) => part.thoughtSignature)?.thoughtSignature;
    const details = thoughts.map((part) => ({ type: "reasoning.text", text: part.text, format: "google-gemini-v1", index: 0 }));
    if (signature) details.push({ type: "reasoning.encrypted", data: signature, ...(calls.length ? { id: calls[0].id } : {}), format: "google-gemini-v1", index: 0 });
    return { text: parts.filter((part) => part.text && !part.thought).map((part) => part.text).join(""), details, calls };
  },
};

function geminiPart(part) {
  if (part.type === "text") return { text: part.text };
  const { url, mime, data } = mediumOf(part);
  return data ? { inlineData: { mimeType: mime, data } } : { fileData: { fileUri: url } };
}

/** OpenAI and xAI: summary and ciphertext of one item share its id. */
const responses = (vendor, formatName) => ({
  client: responsesClient,
  format: formatName,
  request(body) {
    const tools = (body.tools ?? []).map((tool) => ({ type: "function", name: tool.function.name }));
    const upstream = { model: body.model.replace(/^[\w-]+\//, ""), input: [], store: false, include: ["reasoning.encrypted_content"], tools };
    return walk(body, upstream, upstream.input, {
      user: (message) => ({ role: "user", content: partsOf(message).map(inputPart) }),
      assistant: (message) => {
        const said = textOf(message) ? [{ type: "message", role: "assistant", content: [{ type: "output_text", text: textOf(message), annotations: [] }] }] : [];
        const calls = (message.tool_calls ?? []).map((call) => ({ type: "function_call", call_id: call.id, name: call.function.name, arguments: call.function.arguments }));
        return [...itemsOf(detailsOf(message)), ...said, ...calls];
      },
      tool: (message) => ({ type: "function_call_output", call_id: message.tool_call_id, output: Array.isArray(message.content) ? message.content.map(inputPart) : message.content }),
    });
  },
  message({ output }, random) {
    const details = output.filter(({ type }) => type === "reasoning").flatMap((item, nth) => [
      ...item.summary.map(({ text }) => ({ type: "reasoning.summary", summary: text, id: item.id, format: formatName, index: 2 * nth })),
      { type: "reasoning.encrypted", data: item.encrypted_content, id: item.id, format: formatName, index: 2 * nth + 1 },
    ]);
    const searched = { type: "reasoning.server_tool_call", tool_name: "web_search", arguments: "{}", result: random.words(1, 3), tool_call_id: random.letters(8) };
    if (vendor === "openai" && random.chance(0.3)) details.push({ ...searched, format: formatName, index: 9 });
    const calls = output.filter(({ type }) => type === "function_call").map((item, index) => callOf(item.call_id, item.name, item.arguments, index));
    return { text: output.filter(({ type }) => type === "message").map((item) => item.content[0].text).join(""), details, calls };
  },
});

function inputPart(part) {
  if (part.type === "text") return { type: "input_text", text: part.text };
  const { kind, url } = mediumOf(part);
  return kind === "image" ? { type: "input_image", image_url: url } : { type: "input_file", file_data: url };
}

function itemsOf(details) {
  const blobs = details.filter(({ type, data }) => type === "reasoning.encrypted" && typeof data === "string");
  const summaries = (id) => details.filter((one) => one.type === "reasoning.summary" && one.id === id).map((one) => ({ type: "summary_text", text: one.summary }));
  return blobs.map((one) => ({ type: "reasoning", ...(one.id ? { id: one.id } : {}), summary: summaries(one.id), encrypted_content: one.data }));
}

/**
 * Hosts of plain text: `reasoning` or its alias becomes the host's field; details alone do not (or.deepseek.details-only), except for Kimi, where
 * they were recorded as accepted.
 */
const plain = (name) => ({
  client: chatClient(name),
  request(body) {
    const upstream = { model: body.model.replace(/^[\w-]+\//, ""), messages: [], tools: body.tools, ...(isOff(body) ? { thinking: { type: "disabled" } } : {}) };
    return walk(body, upstream, upstream.messages, {
      system: (message) => message,
      user: (message) => message,
      assistant: ({ reasoning, reasoning_content, reasoning_details, ...message }) => {
        const texts = name === "kimi" && Array.isArray(reasoning_details) ? reasoning_details.filter(({ text }) => typeof text === "string").map(({ text }) => text) : [];
        return { ...message, reasoning_content: reasoning_content ?? reasoning ?? (texts.length ? texts.join("") : undefined) };
      },
      tool: (message) => message,
    });
  },
  message({ content, reasoning_content, tool_calls }) {
    return { text: content, details: reasoning_content === undefined ? [] : [{ type: "reasoning.text", text: reasoning_content, format: "unknown", index: 0 }], calls: tool_calls ?? [] };
  },
});

/** Translates each message by its role and notes the source of each upstream message. */
function walk(body, upstream, list, roles) {
  const places = [];
  body.messages.forEach((message, n) => {
    const made = [roles[message.role]?.(message) ?? []].flat();
    for (const one of made) places.push(n), list.push(one);
  });
  return { upstream, places };
}

export const FAMILIES = {
  "anthropic/claude-sonnet-4.5": claude,
  "anthropic/claude-sonnet-5": claude,
  "google/gemini-3-pro-preview": gemini,
  "google/gemini-2.5-pro": gemini,
  "openai/gpt-5": responses("openai", "openai-responses-v1"),
  "x-ai/grok-4.7": responses("xai", "xai-responses-v1"),
  "deepseek/deepseek-v4-pro": plain("deepseek"),
  "moonshotai/kimi-k2.5": plain("kimi"),
  "z-ai/glm-5.1": plain("glm"),
};

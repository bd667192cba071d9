// Bodies as tracers keep them: the request or the answer as text or value, or the messages of it alone.
import { detect } from "../../start/node.js";

/** The request that a value is, or whose messages it is; nothing if it is neither. `isWhole` is false for messages alone: then no setting was recorded. */
export function requestIn(given, model) {
  const value = valueOf(given);
  if (Array.isArray(value)) return messagesRequest(value, textOf(given), model);
  if (!isObject(value) || isLangChain(value.messages)) return undefined;
  return requestOf(textOf(given), typeof value.model === "string");
}

/** The answer that a value is, or whose message it is; nothing if it is neither. */
export function responseIn(given, wire) {
  const value = valueOf(given);
  if (!isObject(value)) return undefined;
  // Tracers of chat keep the message alone.
  const isMessage = wire === "openai-chat" && value.choices === undefined && value.role === "assistant";
  return textBody(isMessage ? `{"choices":[{"index":0,"message":${textOf(given)}}]}` : textOf(given));
}

/** Bytes are kept: JSON in a text goes on as it is written. */
const textOf = (given) => (typeof given === "string" ? given : JSON.stringify(given));

const textBody = (source) => ({ form: "text", source, raw: JSON.stringify(source) });

const requestOf = (text, isWhole) => (detect(text)?.role === "request" ? { body: textBody(text), isWhole } : undefined);

export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** The value of JSON in a text, if it is one; any other value as it is. */
export function valueOf(given) {
  if (typeof given !== "string" || !/^\s*[[{]/.test(given)) return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

/** LangChain's own messages, which its integrations turn into a request: lists in a list, or constructors. */
export function isLangChain(messages) {
  return Array.isArray(messages) && messages.some((message) => Array.isArray(message) || message?.lc !== undefined || Array.isArray(message?.id));
}

function messagesRequest(messages, text, model) {
  if (!messages.length || !messages.every(isObject) || isLangChain(messages)) return undefined;
  return requestOf(`{${model === undefined ? "" : `"model":${JSON.stringify(model)},`}"${memberOf(messages)}":${text}}`, false);
}

/** The member of a request that has such messages. */
function memberOf(messages) {
  if (messages.some(({ parts }) => Array.isArray(parts))) return "contents";
  const isItem = ({ type, content }) => typeof type === "string" || (Array.isArray(content) && content.some((piece) => /^(in|out)put_/.test(piece?.type)));
  return messages.some(isItem) ? "input" : "messages";
}

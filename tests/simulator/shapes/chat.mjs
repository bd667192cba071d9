// Shapes of the chats: OpenAI's types, and the additions and restrictions in the documentation of other hosts.
import { checkParts, isAddress, isData, isName, isObject, isText } from "./parts.mjs";

const text = (part) => isText(part.text);
const picture = ({ image_url }) => isAddress(isText(image_url) ? image_url : image_url?.url);
const USER = {
  text,
  image_url: picture,
  input_audio: ({ input_audio }) => isText(input_audio) || isData(input_audio?.data),
  file: ({ file, file_id }) => isName(file_id) || isObject(file) && (isName(file.file_id) || isAddress(file.file_data)),
};
const thinking = (part) => Array.isArray(part.thinking) && part.thinking.every((one) => one.type !== "text" || isText(one.text));
const film = ({ video_url }) => isAddress(isText(video_url) ? video_url : video_url?.url);
const more = {
  mistral: { document_url: (part) => isAddress(part.document_url), reference: () => true },
  openrouter: { video_url: film },
};
/** Hosts that accept only texts, hosts that accept videos, and hosts that accept pictures from tools. */
const TEXTS = ["deepseek", "cerebras"];
const FILMS = ["openrouter", "qwen", "kimi", "glm", "vllm", "sglang"];
const FROM_TOOLS = ["openrouter", "mistral", "azure", "xai"];

function partsOf(role, dialect) {
  if (role === "user") return TEXTS.includes(dialect) ? { text } : { ...USER, ...(FILMS.includes(dialect) ? { video_url: film } : {}), ...more[dialect] };
  if (role === "assistant") return { text, refusal: (part) => isText(part.refusal), ...(dialect === "mistral" ? { thinking } : {}), ...(dialect === "openrouter" ? { image_url: picture } : {}) };
  return role === "tool" && FROM_TOOLS.includes(dialect) ? { ...USER, ...more[dialect] } : { text };
}

export function check({ messages, tools }, faults, dialect) {
  (tools ?? []).forEach((tool, nth) => faults.need(tool.type !== "function" || isName(tool.function?.name), `/tools/${nth}`, "a tool"));
  messages.forEach((message, nth) => {
    const { role, content, tool_calls } = message;
    const where = `/messages/${nth}`;
    if (!faults.need(/^(system|developer|user|assistant|tool|function)$/.test(role), where, `no role «${role}»`)) return;
    if (Array.isArray(content)) checkParts(content, partsOf(role, dialect), `${where}/content`, faults);
    else faults.need(isText(content) || role === "assistant" && (content ?? null) === null, where, "no content");
    faults.need(role !== "tool" || isName(message.tool_call_id), where, "a result names its call");
    faults.need(role === "assistant" || !tool_calls, where, "only the model calls");
    (tool_calls ?? []).forEach((call, at) => faults.need(isName(call.id) && (call.type === "custom" || isName(call.function?.name) && isText(call.function.arguments)), `${where}/tool_calls/${at}`, "a call"));
  });
}

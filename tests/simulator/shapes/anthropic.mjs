// Shapes of Messages, by the parameter types of the vendor's SDK.
import { checkParts, isData, isName, isObject, isText, isUrl, PICTURES } from "./parts.mjs";

const ID = /^[\w-]+$/;
const text = (part) => isText(part.text) && part.text.length > 0;
const any = () => true;

const SOURCES = {
  base64: (source, mime) => mime.test(source.media_type) && isData(source.data),
  url: (source) => isUrl(source.url),
  file: (source) => isName(source.file_id),
  text: (source, mime) => mime.test("application/pdf") && source.media_type === "text/plain" && isText(source.data),
  content: (source) => isText(source.content) || Array.isArray(source.content),
};
const media = (mime) => ({ source }) => isObject(source) && Boolean(SOURCES[source.type]?.(source, mime));

const RESULT = { text, image: media(PICTURES), document: media(/^application\/pdf$/), search_result: any, tool_reference: any };
const USER = {
  ...RESULT,
  ...Object.fromEntries(["container_upload", "compaction", "tool_addition", "tool_removal"].map((name) => [name, any])),
  tool_result: ({ tool_use_id, content }, where, faults) => {
    if (Array.isArray(content)) checkParts(content, RESULT, `${where}/content`, faults);
    return ID.test(tool_use_id ?? "") && (content === undefined || isText(content) || Array.isArray(content));
  },
};
const ASSISTANT = {
  text,
  thinking: (part) => isText(part.thinking),
  redacted_thinking: (part) => isText(part.data),
  tool_use: ({ id, name, input }) => ID.test(id ?? "") && /^[\w-]{1,128}$/.test(name ?? "") && isObject(input),
  ...Object.fromEntries(["server_tool_use", "mcp_tool_use", "compaction", "fallback", "container_upload", "mcp_tool_listing", "tool_reference"].map((name) => [name, any])),
};
/** Results of the server's own tools have a type each. */
const own = (kinds) => new Proxy(kinds, { get: (all, name) => all[name] ?? (/^\w+_tool_result$/.test(String(name)) ? any : undefined) });

export function check({ system, messages, tools, max_tokens }, faults) {
  faults.need(Number.isInteger(max_tokens), "/max_tokens", "it is asked for");
  if (Array.isArray(system)) checkParts(system, { text }, "/system", faults);
  else faults.need(system === undefined || isText(system), "/system", "a text or a list");
  (tools ?? []).forEach((tool, nth) => faults.need(tool.type && tool.type !== "custom" || /^[\w-]{1,128}$/.test(tool.name ?? "") && isObject(tool.input_schema), `/tools/${nth}`, "a tool"));
  messages.forEach(({ role, content }, nth) => {
    const where = `/messages/${nth}`;
    if (!faults.need(/^(user|assistant|system)$/.test(role), where, `no role «${role}»`)) return;
    if (isText(content)) return void faults.need(content.length > 0, where, "an empty text");
    if (faults.need(Array.isArray(content), where, "no content")) checkParts(content, role === "assistant" ? own(ASSISTANT) : own(USER), `${where}/content`, faults);
  });
}

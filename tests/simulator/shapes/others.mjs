// Shapes of the wires that the simulator does not answer: Cohere, Ollama, Interactions. By the types of each vendor's SDK.
import { checkParts, isAddress, isData, isName, isObject, isText, isUrl } from "./parts.mjs";

const text = (part) => isText(part.text);

export function cohere({ messages }, faults) {
  const PARTS = {
    user: { text, image_url: ({ image_url }) => isAddress(image_url?.url) },
    assistant: { text, thinking: (part) => isText(part.thinking) },
    system: { text },
    tool: { text, document: ({ document }) => isObject(document?.data) || isText(document?.data) },
  };
  messages.forEach(({ role, content, tool_calls, tool_call_id }, nth) => {
    const where = `/messages/${nth}`;
    if (!faults.need(PARTS[role], where, `no role «${role}»`)) return;
    if (Array.isArray(content)) checkParts(content, PARTS[role], `${where}/content`, faults);
    else faults.need(isText(content) || role === "assistant" && tool_calls?.length, where, "no content");
    faults.need(role !== "tool" || isName(tool_call_id), where, "a result names its call");
    (tool_calls ?? []).forEach((call, at) => faults.need(isName(call.id) && isName(call.function?.name) && isText(call.function.arguments), `${where}/tool_calls/${at}`, "a call"));
  });
}

export function ollama({ messages, stream }, faults) {
  messages.forEach(({ role, content, images, tool_calls }, nth) => {
    const where = `/messages/${nth}`;
    faults.need(/^(system|user|assistant|tool)$/.test(role) && isText(content ?? ""), where, `no role «${role}», or no text`);
    (images ?? []).forEach((image, at) => faults.need(isData(image), `${where}/images/${at}`, "a picture is data"));
    (tool_calls ?? []).forEach((call, at) => faults.need(isName(call.function?.name) && isObject(call.function.arguments), `${where}/tool_calls/${at}`, "a call"));
  });
  faults.need(stream === undefined || typeof stream === "boolean", "/stream", "true or false");
}

const MEDIA = (part) => (isData(part.data) || isUrl(part.uri)) && (part.mime_type === undefined || isName(part.mime_type));
const CONTENTS = { text, image: MEDIA, audio: MEDIA, video: MEDIA, document: MEDIA, file_citation: () => true };
const STEPS = {
  user_input: ({ content }, where, faults) => (isText(content) ? true : checkParts(content, CONTENTS, `${where}/content`, faults)),
  model_output: ({ content }, where, faults) => (isText(content) ? true : checkParts(content, CONTENTS, `${where}/content`, faults)),
  thought: () => true,
  function_call: ({ id, name, arguments: given }) => isName(id) && isName(name) && isObject(given),
  function_result: ({ call_id, result }, where, faults) => {
    // The type names texts and pictures, and then anything; the form of parts is therefore checked.
    if (Array.isArray(result)) checkParts(result, CONTENTS, `${where}/result`, faults);
    return isName(call_id) && (isText(result) || Array.isArray(result) || isObject(result));
  },
};

export function interactions({ input }, faults) {
  if (isText(input)) return;
  [input].flat().forEach((step, nth) => {
    // A part or a turn may appear alone.
    if (step.role !== undefined || CONTENTS[step.type]) return;
    const kind = STEPS[step.type];
    if (kind) faults.need(kind(step, `/input/${nth}`, faults) !== false, `/input/${nth}`, `«${step.type}» is not whole`);
  });
}

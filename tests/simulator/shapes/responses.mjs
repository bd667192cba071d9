// Shapes of Responses, by the parameter types of the vendor's SDK.
import { checkParts, isAddress, isName, isObject, isText } from "./parts.mjs";

const INPUT = {
  input_text: (part) => isText(part.text),
  input_image: ({ image_url, file_id, detail }) => (isAddress(image_url) || isName(file_id)) && /^(low|high|auto|original)$/.test(detail ?? "auto"),
  input_file: ({ file_id, file_data, file_url }) => isName(file_id) || isAddress(file_url) || isName(file_data),
  input_audio: (part) => isObject(part.input_audio),
};
const OUTPUT = { output_text: (part) => isText(part.text), refusal: (part) => isText(part.refusal) };

const ITEMS = {
  message: ({ role, content }, where, faults) => {
    if (Array.isArray(content)) checkParts(content, role === "assistant" ? OUTPUT : INPUT, `${where}/content`, faults);
    return /^(user|assistant|system|developer)$/.test(role) && (isText(content) || Array.isArray(content));
  },
  function_call: ({ call_id, name, arguments: given }) => isName(call_id) && isName(name) && isText(given),
  function_call_output: ({ call_id, output }, where, faults) => {
    if (Array.isArray(output)) checkParts(output, INPUT, `${where}/output`, faults);
    return isName(call_id) && (isText(output) || Array.isArray(output));
  },
  custom_tool_call: ({ call_id, name, input }) => isName(call_id) && isName(name) && isText(input),
};

export function check({ input, instructions, tools }, faults) {
  faults.need(instructions === undefined || instructions === null || isText(instructions), "/instructions", "a text");
  (tools ?? []).forEach((tool, nth) => faults.need(tool.type !== "function" || isName(tool.name), `/tools/${nth}`, "a tool"));
  if (isText(input)) return;
  input.forEach((item, nth) => {
    const kind = ITEMS[item.type ?? "message"];
    if (kind) faults.need(kind(item, `/input/${nth}`, faults), `/input/${nth}`, `«${item.type ?? "message"}» is not whole`);
  });
}

// Shapes of generateContent, by the types of the vendor's SDK, in both spellings.
import { isData, isName, isObject, isText, isUrl } from "./parts.mjs";

const media = (blob) => isObject(blob) && isName(blob.mimeType ?? blob.mime_type) && isData(blob.data?.replaceAll("-", "+").replaceAll("_", "/"));
const file = (blob) => isObject(blob) && isUrl(blob.fileUri ?? blob.file_uri);

const MEMBERS = {
  text: isText,
  inlineData: media,
  fileData: file,
  functionCall: ({ name, args }) => /^[A-Za-z_][\w.:-]{0,127}$/.test(name ?? "") && (args === undefined || args === null || isObject(args)),
  functionResponse: ({ name, response, parts }) => isName(name) && isObject(response) && (parts ?? []).every((part) => media(part.inlineData ?? part.inline_data) || file(part.fileData ?? part.file_data)),
};
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

export function check({ contents, systemInstruction, system_instruction, tools }, faults) {
  const system = systemInstruction ?? system_instruction;
  if (isObject(system)) [system.parts].flat().forEach((part, nth) => faults.need(isText(part?.text), `/systemInstruction/parts/${nth}`, "a text"));
  (Array.isArray(tools) ? tools : []).flatMap((tool) => tool.functionDeclarations ?? []).forEach((tool, nth) => faults.need(isName(tool.name), `/tools/${nth}`, "a tool"));
  [contents].flat().forEach(({ role, parts }, nth) => {
    const where = `/contents/${nth}`;
    if (!faults.need(/^(user|model|function)$/.test(role ?? "user") && Array.isArray(parts) && parts.length, where, `no role «${role}», or no parts`)) return;
    parts.forEach((part, at) => {
      const said = Object.keys(part).filter((name) => MEMBERS[camel(name)]);
      const at_ = `${where}/parts/${at}`;
      faults.need(said.length <= 1, at_, `one part is one thing, not «${said}»`);
      for (const name of said) faults.need(MEMBERS[camel(name)](part[name]), at_, `«${name}» is not whole`);
      faults.need(role !== "model" || !part.functionResponse, at_, "the model answers no call");
    });
  });
}

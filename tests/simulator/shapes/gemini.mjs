// Shapes of generateContent, by the types of the vendor's SDK, in both spellings.
import { inCamelCase } from "../vendors/gemini/spelling.mjs";
import { isData, isName, isObject, isText, isUrl } from "./parts.mjs";

const media = (blob) => isObject(blob) && isName(blob.mimeType) && isData(blob.data?.replaceAll("-", "+").replaceAll("_", "/"));
const file = (blob) => isObject(blob) && isUrl(blob.fileUri);

const MEMBERS = {
  text: isText,
  inlineData: media,
  fileData: file,
  functionCall: ({ name, args }) => /^[A-Za-z_][\w.:-]{0,127}$/.test(name ?? "") && (args === undefined || args === null || isObject(args)),
  functionResponse: ({ name, response, parts }) => isName(name) && isObject(response) && (parts ?? []).every((part) => media(part.inlineData) || file(part.fileData)),
};

export function check(body, faults) {
  const { contents, systemInstruction, tools } = inCamelCase(body);
  if (isObject(systemInstruction)) [systemInstruction.parts].flat().forEach((part, nth) => faults.need(isText(part?.text), `/systemInstruction/parts/${nth}`, "a text"));
  (Array.isArray(tools) ? tools : []).flatMap((tool) => tool.functionDeclarations ?? []).forEach((tool, nth) => faults.need(isName(tool.name), `/tools/${nth}`, "a tool"));
  [contents].flat().forEach(({ role, parts }, nth) => {
    const where = `/contents/${nth}`;
    if (!faults.need(/^(user|model|function)$/.test(role ?? "user") && Array.isArray(parts) && parts.length, where, `no role «${role}», or no parts`)) return;
    parts.forEach((part, at) => {
      const said = Object.keys(part).filter((name) => MEMBERS[name]);
      const at_ = `${where}/parts/${at}`;
      faults.need(said.length <= 1, at_, `one part is one thing, not «${said}»`);
      for (const name of said) faults.need(MEMBERS[name](part[name]), at_, `«${name}» is not whole`);
      faults.need(role !== "model" || !part.functionResponse, at_, "the model answers no call");
    });
  });
}

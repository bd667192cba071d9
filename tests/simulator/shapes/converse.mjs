// Shapes of Converse, by the union types of the vendor's SDK.
import { isData, isName, isObject, isText } from "./parts.mjs";

const ID = /^[\w.:-]{1,64}$/;
const isSource = (source) => isObject(source) && (isData(source.bytes) || isName(source.s3Location?.uri) || isText(source.text) || Array.isArray(source.content));
const NAME = /^[A-Za-z0-9\s\-()[\]]{1,200}$/;

const BOTH = {
  text: (text) => isText(text) && text.trim().length > 0,
  image: ({ format, source }) => /^(png|jpeg|gif|webp)$/.test(format) && isSource(source),
  document: ({ format, name, source }) => /^(pdf|csv|docx?|xlsx?|html|txt|md)$/.test(format ?? "txt") && NAME.test(name ?? "") && !/\s\s/.test(name) && isSource(source),
  video: ({ format, source }) => isName(format) && isSource(source),
  searchResult: isObject,
};
const RESULT = { ...BOTH, json: isObject };
const MEMBERS = {
  user: {
    ...BOTH,
    audio: isObject,
    guardContent: isObject,
    cachePoint: isObject,
    toolResult: ({ toolUseId, content, status }, where, faults) => {
      if (Array.isArray(content)) content.forEach((one, nth) => checkMember(one, RESULT, `${where}/toolResult/content/${nth}`, faults));
      return ID.test(toolUseId ?? "") && Array.isArray(content) && /^(success|error)$/.test(status ?? "success");
    },
  },
  assistant: {
    text: BOTH.text,
    cachePoint: isObject,
    citationsContent: isObject,
    reasoningContent: isObject,
    toolUse: ({ toolUseId, name, input }) => ID.test(toolUseId ?? "") && /^[\w-]{1,64}$/.test(name ?? "") && isObject(input),
    toolResult: isObject,
  },
};

/** A block has one member of the union. */
function checkMember(block, members, where, faults) {
  const names = Object.keys(block);
  if (!faults.need(names.length === 1 && members[names[0]], where, `no block «${names}» stands here`)) return;
  faults.need(members[names[0]](block[names[0]], where, faults), where, `«${names[0]}» is not whole`);
}

export function check({ system, messages, toolConfig }, faults) {
  (system ?? []).forEach((block, nth) => checkMember(block, { text: BOTH.text, cachePoint: isObject, guardContent: isObject }, `/system/${nth}`, faults));
  (toolConfig?.tools ?? []).forEach((tool, nth) => faults.need(!tool.toolSpec || isName(tool.toolSpec.name) && isObject(tool.toolSpec.inputSchema?.json), `/toolConfig/tools/${nth}`, "a tool"));
  messages.forEach(({ role, content }, nth) => {
    const where = `/messages/${nth}`;
    if (!faults.need(MEMBERS[role] && Array.isArray(content) && content.length, where, `no role «${role}», or no content`)) return;
    content.forEach((block, at) => checkMember(block, MEMBERS[role], `${where}/content/${at}`, faults));
    faults.need(!content.some((block) => block.document) || content.some((block) => block.text || block.toolResult), where, "a text stands beside a document");
  });
}

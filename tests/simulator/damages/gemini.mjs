// Damages that only generateContent has: the place of a signature, placeholders, parts in the wrong turn.
const models = (talk) => talk.body.contents.map((content, i) => ({ content, i })).filter(({ content }) => content.role === "model");
const signed = (part) => part.functionCall && part.thoughtSignature;
const some = (random, list) => (list.length ? random.pick(list) : null);

const onContent = (fits, change) => (talk, random) => {
  const found = some(random, models(talk).filter(({ content }) => fits(content.parts)));
  if (!found) return null;
  change(found.content, random, talk, found.i);
  return { where: `/contents/${found.i}` };
};

const onCall = (change) => onContent((parts) => parts.some(signed), (content, random) => change(content.parts.find(signed), random));
const calls = (parts) => parts.filter((part) => part.functionCall);

const placeholder = (text) => onCall((part, random) => (part.thoughtSignature = random.chance(0.5) ? text : Buffer.from(text).toString("base64")));

export const GEMINI = {
  "nest a signature in its call": onCall((part) => {
    part.functionCall.thoughtSignature = part.thoughtSignature;
    delete part.thoughtSignature;
  }),
  "spell a signature with an underscore": onCall((part) => {
    part.thought_signature = part.thoughtSignature;
    delete part.thoughtSignature;
  }),
  "skip the validator": placeholder("skip_thought_signature_validator"),
  "engineer the context": placeholder("context_engineering_is_the_way_to_go"),
  "skip the validator on every call": onContent((parts) => calls(parts).length > 1, (content) => calls(content.parts).forEach((part) => (part.thoughtSignature ??= "skip_thought_signature_validator"))),
  "sign the second call instead": onContent((parts) => calls(parts).length > 1 && signed(calls(parts)[0]), (content) => {
    const [first, second] = calls(content.parts);
    second.thoughtSignature = first.thoughtSignature;
    delete first.thoughtSignature;
  }),
  "write a signature that is not base64": onContent((parts) => parts.some((part) => part.thoughtSignature), (content) => (content.parts.find((part) => part.thoughtSignature).thoughtSignature = "not*base64!")),
  "interleave calls and responses": onContent((parts) => calls(parts).length > 1, (content, random, talk, i) => {
    const [rest, answers] = [calls(content.parts).slice(1), talk.body.contents[i + 1].parts];
    content.parts = content.parts.filter((part) => !rest.includes(part));
    const pairs = rest.flatMap((part, nth) => [{ role: "model", parts: [part] }, { role: "user", parts: [answers[nth + 1]] }]);
    talk.body.contents.splice(i + 1, 1, { role: "user", parts: [answers[0]] }, ...pairs);
  }),
  "merge the signed empty part": onContent((parts) => parts.at(-1).text === "" && parts.at(-1).thoughtSignature && parts.length > 1, (content) => {
    content.parts.pop();
  }),
  "take the first hop for all": (talk) => {
    const half = talk.halves?.at(-1);
    const found = half && talk.body.contents.find(({ role, parts }) => role === "model" && half.parts.every((part, nth) => part.text === parts[nth]?.text));
    if (!found) return null;
    found.parts = found.parts.slice(0, half.parts.length);
    return { where: `/contents/${talk.body.contents.indexOf(found)}` };
  },
  "think at the least level": (talk) => {
    if (!/gemini-4|gemini-3-(pro|flash)-preview/.test(talk.target.model)) return null;
    talk.body.generationConfig = { thinkingConfig: { ...talk.body.generationConfig?.thinkingConfig, thinkingLevel: "minimal" } };
    return { where: "/generationConfig/thinkingConfig/thinkingLevel" };
  },
  "think at a middle level": (talk) => {
    if (!/gemini-4|gemini-3-(pro|flash)-preview/.test(talk.target.model)) return null;
    talk.body.generationConfig = { thinkingConfig: { ...talk.body.generationConfig?.thinkingConfig, thinkingLevel: "medium" } };
    return { where: "/generationConfig/thinkingConfig/thinkingLevel" };
  },
  "begin with a call": (talk) => {
    const at = talk.body.contents.findIndex((content) => content.role === "model" && calls(content.parts).length);
    if (at < 1) return null;
    talk.body.contents.splice(0, at);
    return { where: "/contents/0" };
  },
  "give each response a content of its own": (talk, random) => {
    const found = some(random, talk.body.contents.filter((content) => content.role === "user" && content.parts.length > 1));
    if (!found) return null;
    const at = talk.body.contents.indexOf(found);
    talk.body.contents.splice(at, 1, ...found.parts.map((part) => ({ role: "user", parts: [part] })));
    return { where: `/contents/${at}` };
  },
  "forget the call, keep the response": onContent((parts) => calls(parts).length, (content, random, talk, i) => talk.body.contents.splice(i, 1)),
  "go to another model": (talk, random) => {
    talk.target.model = random.pick(["gemini-3-flash-preview", "gemini-2.5-pro", "gemini-3.5-flash", "gemini-4-argon"]);
    return { where: "/" };
  },
  "drop thoughts in words": onContent((parts) => parts.some((part) => part.thought) && parts.length > 1, (content) => (content.parts = content.parts.filter((part) => !part.thought))),
};

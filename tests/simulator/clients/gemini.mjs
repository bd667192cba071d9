// A client of generateContent that sends each part back unchanged.
import { parse } from "../json.mjs";
import { values } from "../sse.mjs";
import { answer, GEMINI_MODELS } from "../vendors/gemini.mjs";

export const wire = "gemini-generate";
export { answer };

export function open(random) {
  const model = random.pick(GEMINI_MODELS);
  const surface = random.pick(["aistudio", "aistudio", "vertex"]);
  const body = { contents: [], tools: [{ functionDeclarations: ["read_file", "grep", "run"].map((name) => ({ name })) }] };
  if (random.chance(0.5)) body.generationConfig = { thinkingConfig: { includeThoughts: true } };
  if (model === "gemini-4-argon" && random.chance(0.5)) body.generationConfig = { thinkingConfig: { ...body.generationConfig?.thinkingConfig, thinkingLevel: random.pick(["low", "medium", "high"]) } };
  const host = surface === "vertex" ? "aiplatform.googleapis.com" : "generativelanguage.googleapis.com";
  return { body, headers: {}, target: { wire, host, surface, model, account: "project-a", betas: [], era: "2026-11-14" }, state: { surface } };
}

export function pathOf({ target }, streamed) {
  const base = target.surface === "vertex" ? "/v1/projects/p/locations/global/publishers/google" : "/v1beta";
  return `${base}/models/${target.model}:${streamed ? "streamGenerateContent?alt=sse" : "generateContent"}`;
}

/** The path, not the body, requests streaming here. */
export const streams = (talk) => talk.body;

export function ask(talk, text) {
  talk.body.contents.push({ role: "user", parts: [{ text }] });
}

export function append(talk, content) {
  talk.body.contents.push(content);
}

export const calls = (content) => content.parts.filter((part) => part.functionCall).map(({ functionCall: { id, name } }) => ({ id, name }));

export function results(talk, answers) {
  talk.body.contents.push({ role: "user", parts: answers.map(({ id, name, text }) => ({ functionResponse: { id, name, response: { output: text } } })) });
}

/** Returns the model's content; pieces of text without a signature are joined, a signed part never. */
export function fold(reply) {
  if (reply.body) return parse(reply.body).candidates[0].content;
  const parts = [];
  for (const chunk of values(reply.stream)) {
    for (const part of chunk.candidates[0].content.parts) {
      const last = parts.at(-1);
      const plain = (one) => one?.text !== undefined && one.thoughtSignature === undefined && !one.functionCall;
      if (plain(part) && plain(last) && part.thought === last.thought) last.text += part.text;
      else parts.push(part);
    }
  }
  return { role: "model", parts };
}

/** Returns the token at the end of an answer of several hops. */
export function tokenOf(reply) {
  const last = reply.body ? parse(reply.body) : values(reply.stream).at(-1);
  return last.candidates[0].continuationToken;
}

/** Joins the parts of two hops into one content. */
export const join = (first, second) => ({ ...first, parts: [...first.parts, ...second.parts] });

// Gemini's generateContent, on AI Studio and on Vertex: signatures are on parts; Gemini 3 requires them on the calls of the open turn.
import { parse, write } from "../json.mjs";
import { argumentsOf, planOf, toolOf } from "../plan.mjs";
import { seal } from "../seal.mjs";
import { tokensIn, tokensOf } from "../tokens.mjs";
import { event, JSON_TYPE, pieces, SSE } from "../sse.mjs";
import { judge } from "../verdict.mjs";
import { checkLevel, checkOrder, checkParts, checkRequired, checkSignatures, keyOf, reportAbsent } from "./gemini/contents.mjs";
import { hopOf, reportHalves } from "./gemini/hops.mjs";
import { inCamelCase } from "./gemini/spelling.mjs";

export const GEMINI_MODELS = ["gemini-2.5-pro", "gemini-2.5-flash", "gemini-3-pro-preview", "gemini-3-flash-preview", "gemini-3.5-flash", "gemini-3-pro-image-preview", "gemini-4-argon"];

const generation = (model) => Number(/gemini-(\d)/.exec(model)?.[1] ?? 2);

/** Answers one request; the model is in the path. `state`: random, surface, memory, plan. */
export function answer(request, state) {
  const [, model, method] = /models\/([^:/]+):(\w+)/.exec(request.path);
  const body = inCamelCase(JSON.parse(request.text));
  const vertex = state.surface === "vertex";
  const three = generation(model) >= 3;
  const streamed = method === "streamGenerateContent";
  const check = (losses) => {
    const contents = body.contents ?? [];
    checkParts(contents);
    checkLevel(body.generationConfig?.thinkingConfig?.thinkingLevel, model, vertex);
    checkOrder(contents, { vertex });
    // Signatures are read before the check whether they are sufficient.
    checkSignatures(contents, { vertex }, losses, state.memory);
    // 3 Pro Image requires them as well and does not enforce it.
    if (three) checkRequired(contents, { vertex }, state.memory, model.includes("image") ? losses : undefined);
    if (state.memory) reportAbsent(contents, three, state.memory, losses);
    if (state.memory) reportHalves(contents, state.memory, losses);
    return body;
  };
  return judge({ check, issue: () => issue(body, { ...state, plan: state.plan ?? planOf(state.random), three, vertex, streamed, model }), envelope: (error) => ({ body: envelope(error) }) });
}

const envelope = (error) => write({ error: { code: error.status, message: error.message, status: "INVALID_ARGUMENT" } });

function issue(body, state) {
  const { random, hidden = random, memory, model, streamed } = state;
  if (memory && !body.continuationToken) memory.responses++;
  const { parts: made, end } = hopOf(body, state, () => partsOf(body, state));
  const content = { role: "model", parts: made };
  const tail = { usageMetadata: usageOf(body, made), modelVersion: model, responseId: hidden.letters(20) };
  const whole = (parts, last) => ({ candidates: [{ content: { ...content, parts }, ...(last ? end : {}), index: 0 }], ...tail });
  if (!streamed) return { headers: JSON_TYPE, body: write(whole(content.parts, true)) };
  const chunks = content.parts.flatMap((part) => (part.text && !part.thoughtSignature ? pieces(part.text, random).map((text) => ({ ...part, text })) : [part]));
  return { headers: SSE, stream: chunks.map((part, nth) => event(whole([part], nth === chunks.length - 1))).join("") };
}

const promptTokens = (body) => tokensOf(body, ["systemInstruction", "tools", "contents"]);

function usageOf(body, parts) {
  const count = (list) => (list.length ? tokensIn(list) : 0);
  const [thoughts, said] = [parts.filter((part) => part.thought), parts.filter((part) => !part.thought)].map(count);
  const asked = promptTokens(body);
  return { promptTokenCount: asked, candidatesTokenCount: said, thoughtsTokenCount: thoughts, totalTokenCount: asked + said + thoughts };
}

/** Counts the tokens of contents, or of a whole request, without calling the model. */
export function count(request, { surface }) {
  const sent = inCamelCase(JSON.parse(request.text));
  const body = sent.generateContentRequest ?? sent;
  const check = () => checkParts(body.contents ?? []);
  const issue = () => {
    const totalTokens = promptTokens(body);
    const characters = surface === "vertex" ? { totalBillableCharacters: 4 * totalTokens } : {};
    return { headers: JSON_TYPE, body: write({ totalTokens, ...characters, promptTokensDetails: [{ modality: "TEXT", tokenCount: totalTokens }] }) };
  };
  return judge({ check, issue, envelope: (error) => ({ body: envelope(error) }) });
}

/** Returns thoughts as text if requested; a signature on the first call, or on the last part if there is no call. */
function partsOf(body, { random, hidden = random, plan, three, vertex, memory, model, counted }) {
  const tools = body.tools?.length;
  const sign = () => seal("google", { vertex, model, id: hidden.letters(10) }, { nonce: hidden.letters(12) });
  const parts = [];
  if (plan.runs.length && body.generationConfig?.thinkingConfig?.includeThoughts) parts.push({ text: `**${hidden.words(2, 4)}**`, thought: true });
  if (plan.calls && tools) {
    if (plan.text && random.chance(0.5)) parts.push({ text: random.words(2, 5) });
    for (let nth = 0; nth < plan.calls; nth++) {
      const part = { functionCall: { id: counted ? undefined : hidden.letters(8), name: toolOf(plan, random), args: parse(argumentsOf(plan, random)) } };
      // 2.5 signs the first part of any type, and not always; 3 always signs the first call, and not parallel ones.
      const signed = nth === 0 && (three || plan.runs.length > 0);
      if (signed) part.thoughtSignature = sign();
      memory?.calls.set(keyOf(part), { signed, parallel: nth > 0 });
      if (signed) memory?.note(part.thoughtSignature, "gem-fc-signature-missing", { call: keyOf(part) });
      parts.push(part);
    }
    return parts;
  }
  parts.push({ text: random.words(2, 7) });
  if (!three) return parts;
  const signature = sign();
  memory?.note(signature, "gem-text-signature-dropped");
  // A stream often puts it on a separate part with empty text.
  if (random.chance(0.5)) parts.push({ text: "", thoughtSignature: signature });
  else parts.at(-1).thoughtSignature = signature;
  return parts;
}

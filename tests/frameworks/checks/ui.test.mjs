// UIMessages: `convertToModelMessages` and the providers of the AI SDK beside ours.
import test from "node:test";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { convertToModelMessages, generateText } from "ai";
import { compare, keepingFetch, MODELS } from "../compare.mjs";
import { PICTURE, VENDORS } from "../talks.mjs";

globalThis.AI_SDK_LOG_WARNINGS = false;
const { kept, fetch } = keepingFetch();
const models = {
  anthropic: createAnthropic({ apiKey: "k", fetch })(MODELS.anthropic),
  openai: createOpenAI({ apiKey: "k", fetch }).responses(MODELS.openai),
  google: createGoogleGenerativeAI({ apiKey: "k", fetch })(MODELS.google),
};

async function send(vendor, messages) {
  delete kept.body;
  const prompt = await convertToModelMessages(messages);
  await generateText({ model: models[vendor], messages: prompt, maxRetries: 0, allowSystemInMessages: true, providerOptions: { openai: { store: false } } }).catch((error) => {
    if (!kept.body) throw error;
  });
  return kept.body;
}

/** The options of a thought's or a call's issuer. */
const metadataOf = {
  anthropic: ({ isRedacted, handle }) => ({ anthropic: isRedacted ? { redactedData: handle } : { signature: handle } }),
  openai: ({ id, handle }) => ({ openai: { itemId: id, reasoningEncryptedContent: handle } }),
  google: ({ handle }) => (handle ? { google: { thoughtSignature: handle } } : { google: {} }),
};

function partsOf(step) {
  const results = new Map(step.results.map((result) => [result.id, result]));
  return step.parts.flatMap((part) => {
    if (part.kind === "text") return [{ type: "text", text: part.text, state: "done" }];
    if (part.kind === "thought") {
      const texts = part.texts.length ? part.texts : [""];
      return texts.map((text) => ({ type: "reasoning", text, state: "done", providerMetadata: metadataOf[part.issuer](part) }));
    }
    const { text, failed } = results.get(part.id);
    return [
      {
        type: `tool-${part.name}`,
        toolCallId: part.id,
        input: part.input,
        ...(failed ? { state: "output-error", errorText: text } : { state: "output-available", output: text }),
        ...(part.handle && { callProviderMetadata: metadataOf.google(part) }),
      },
    ];
  });
}

function spell({ system, turns }) {
  const messages = system ? [{ id: "system", role: "system", parts: [{ type: "text", text: system }] }] : [];
  turns.forEach(({ user, picture, steps }, nth) => {
    const file = picture ? [{ type: "file", mediaType: "image/png", url: `data:image/png;base64,${PICTURE}` }] : [];
    messages.push({ id: `u${nth}`, role: "user", parts: [{ type: "text", text: user }, ...file] });
    if (steps.length) messages.push({ id: `a${nth}`, role: "assistant", parts: steps.flatMap((step) => [{ type: "step-start" }, ...partsOf(step)]) });
  });
  return messages;
}

/** The provider for Gemini sends all reasoning as thoughts of Gemini's, regardless of its issuer. */
const isForeign = (line, others) => others.some(({ texts }) => texts.some((text) => line === `thought ${text}`) || (!texts.length && line === "thought "));

for (const vendor of VENDORS) {
  test(`UIMessages to ${vendor}: the same thoughts in the same places`, async (t) => t.diagnostic(await compare({ format: "ai-sdk-ui", vendor, spell, send: (messages) => send(vendor, messages), ...(vendor === "google" && { isForeign }) })));
}

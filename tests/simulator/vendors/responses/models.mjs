// The differences between models on the Responses wire.

const WORDS = ["none", "low", "medium", "high", "xhigh", "max"];
/** GPT-6: no `minimal`; Astra refuses `none` too. */
const six = (efforts) => ({ host: "openai", phase: true, freshIds: true, prefix: true, six: true, efforts });

export const RESPONSE_MODELS = {
  "gpt-5": { host: "openai" },
  "gpt-5-mini": { host: "openai" },
  "gpt-5.3-codex": { host: "openai", phase: true },
  "gpt-5.6-sol": { host: "openai", phase: true, freshIds: true, prefix: true },
  "gpt-6-astra": six(WORDS.slice(1)),
  "gpt-6-luna": six(WORDS),
  "gpt-5.4-azure": { host: "azure", phase: true },
  "grok-4.7": { host: "xai" },
};

/** Models that are only targets of a switch: they do not reason, or have no ciphertext. */
export const OTHERS = { "gpt-4.1": { host: "openai", plain: true, noBlob: true }, "gpt-5-chat": { host: "azure", noBlob: true } };

export const responseModel = (name) => RESPONSE_MODELS[name] ?? OTHERS[name] ?? { host: "openai" };

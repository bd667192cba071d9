// The answers of Gemini: AI Studio, Vertex, and AI Studio's OpenAI endpoint.

export const GOOGLE = {
  "gem-missing": { rule: "gem-fc-signature-missing", text: "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{name}` , position {n}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details." },
  "gem-missing-vertex": { rule: "gem-fc-signature-missing-vertex", text: "Unable to submit request because function call `default_api:{name}` in the {n}. content block is missing a `thought_signature`. Learn more: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures" },
  "gem-corrupt": { rule: "gem-signature-corrupt", text: "Corrupted thought signature." },
  "gem-corrupt-vertex": { rule: "gem-signature-corrupt-vertex", text: "Unable to submit request because Thought signature is not valid.. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini" },
  "gem-base64": { rule: "gem-signature-not-base64", text: "Invalid value at 'contents[{i}].parts[{j}].thought_signature' (TYPE_BYTES), Base64 decoding failed for \"{value}\"" },
  "gem-second-placeholder": { rule: "gem-placeholder-nonfirst", text: "Invalid JSON in request body" },
  "gem-level": { rule: "config.gem.level", text: "Thinking level {level} is not supported for this model.", public: "https://github.com/vellum-ai/vellum-assistant/pull/32687" },
  "gem-level-2.5": { rule: "config.gem.level", text: "Thinking level is not supported for this model.", public: "https://github.com/RooCodeInc/Roo-Code/issues/10700", rare: true },
  "gem-level-2.5-vertex": { rule: "config.gem.level", text: "Unable to submit request because thinking_level is not supported by this model.", public: "https://github.com/google-gemini/gemini-cli/issues/14025", rare: true },
  "gem-level-vertex": { rule: "config.gem.level", text: "Unable to submit request because thinking_level {level} is not supported by this model.", public: "https://github.com/jenslys/opencode-gemini-auth/issues/14" },
  "gem-unknown-name": { rule: "config.gem.unknown-name", text: "Invalid JSON payload received. Unknown name \"{name}\" at 'contents[{i}].parts[{j}]': Cannot find field.", unknown: true },
  "gem-count": { rule: "order.gem.response-count", text: "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.", public: "https://github.com/google-gemini/gemini-cli/issues/16415" },
  "gem-response-turn": { rule: "order.gem.orphan-response", text: "Please ensure that function response turn comes immediately after a function call turn", public: "https://github.com/langchain-ai/langchain/issues/27799" },
  "gem-call-turn": { rule: "order.gem.call-first", text: "Please ensure that function call turn comes immediately after a user turn or after a function response turn.", public: "https://github.com/google-gemini/gemini-cli/issues/11814" },
};

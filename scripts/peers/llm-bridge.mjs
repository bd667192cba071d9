// llm-bridge: object in, object out.

const PROVIDERS = { "anthropic-messages": "anthropic", "openai-responses": "openai-responses", "openai-chat": "openai", "gemini-generate": "google" };

export async function llmBridge({ moduleOf, versionOf }) {
  const { translateBetweenProviders } = await moduleOf("llm-bridge");
  const wires = Object.keys(PROVIDERS);
  return {
    name: "llm-bridge",
    version: versionOf("llm-bridge"),
    from: wires,
    to: wires,
    convert: ({ text, wire }, to, model) => {
      const made = translateBetweenProviders(PROVIDERS[wire], PROVIDERS[to], JSON.parse(text));
      // It still has the model of the source.
      return { text: JSON.stringify(to === "gemini-generate" ? made : { ...made, model }) };
    },
  };
}

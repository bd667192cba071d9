// Braintrust's lingua, by the function that its gateway uses: text in, object out.

const FORMATS = { "anthropic-messages": "anthropic", "openai-responses": "responses", "openai-chat": "chat-completions", "gemini-generate": "google" };

export async function lingua({ moduleOf, versionOf }) {
  const { getWasm } = await moduleOf("@braintrust/lingua");
  const wires = Object.keys(FORMATS);
  return {
    name: "lingua",
    version: versionOf("@braintrust/lingua"),
    from: wires,
    to: wires,
    convert: ({ text }, to, model) => ({ text: JSON.stringify(getWasm().transform_request(text, FORMATS[to], model).data) }),
  };
}

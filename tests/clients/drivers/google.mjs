// The client of Google.
import { GoogleGenAI } from "@google/genai";
import { joined } from "../parts.mjs";
import { talkOf } from "../talk.mjs";
import { KEY, SCHEMA, TOOLS } from "../tools.mjs";
import { adapters } from "../vendor.mjs";

const tools = [{ functionDeclarations: TOOLS.map((name) => ({ name, parametersJsonSchema: SCHEMA })) }];

function open(vendor, options, model) {
  const client = adapters.guardGoogleGenAI(new GoogleGenAI({ apiKey: KEY, httpOptions: { fetch: vendor.fetch } }), options);
  return talkOf(client, (text) => ({ role: "user", parts: [{ text }] }), async (history, isStream, resultOf) => {
    const params = { model, config: { thinkingConfig: { includeThoughts: true }, tools }, contents: history };
    const parts = [];
    if (isStream) for await (const { candidates } of await client.models.generateContentStream(params)) parts.push(...(candidates?.[0]?.content?.parts ?? []));
    else parts.push(...(await client.models.generateContent(params)).candidates[0].content.parts);
    history.push({ role: "model", parts: joined(parts) });
    const calls = parts.filter(({ functionCall }) => functionCall);
    if (calls.length) history.push({ role: "user", parts: calls.map(({ functionCall: { id, name } }) => ({ functionResponse: { ...(id && { id }), name, response: { output: resultOf(name) } } })) });
    return calls.length;
  });
}

export const drivers = [{ client: "@google/genai", vendor: "Gemini", open: (vendor, options) => open(vendor, options, "gemini-3-pro-preview") }];

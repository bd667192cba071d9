// The published schemas of every client's wire, and a body of the wire in the spelling of each.
import { bare, configured } from "../spelling.mjs";

const same = (body) => body;

/** By client of `sdks.mjs`: schemas of packages (published.py), then those of documents (documents.py), which are used only if a folder has them. */
export const SCHEMAS = {
  "@anthropic-ai/sdk": [{ schema: "anthropic", spell: same }],
  "openai responses": [{ schema: "openai responses", spell: same }, { schema: "openai.yaml responses", spell: same, isDocument: true }],
  "openai chat": [{ schema: "openai chat", spell: same }, { schema: "openai.yaml chat", spell: same, isDocument: true }],
  "@google/genai": [{ schema: "google-genai", spell: (body, to) => bare(configured(body, to)) }, { schema: "google-ai-generativelanguage", spell: same }],
  "@google/genai interactions": [{ schema: "google-genai interactions", spell: same }],
  "@openrouter/sdk": [{ schema: "openrouter", spell: same }, { schema: "openrouter.yaml", spell: same, isDocument: true }],
  "@mistralai/mistralai": [{ schema: "mistralai", spell: same }, { schema: "mistral.yaml", spell: same, isDocument: true }],
  "cohere-ai": [{ schema: "cohere", spell: ({ stream, ...body }) => body }, { schema: "cohere.yaml", spell: same, isDocument: true }],
  ollama: [{ schema: "ollama", spell: same }, { schema: "ollama.yaml", spell: same, isDocument: true }],
  "@aws-sdk/client-bedrock-runtime": [{ schema: "botocore", spell: (body, { model }) => ({ modelId: model, ...body }) }],
};

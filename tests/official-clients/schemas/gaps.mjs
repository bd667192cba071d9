// Members and words that a vendor documents and a published schema lacks. They are removed from a converted request before it is judged. A row that
// no request needs, or that the schema no longer needs, fails the test.

const GENAI = "google-genai 3.1.0 on PyPI, google/genai/types.py";
const REASONING = "https://openrouter.ai/docs/use-cases/reasoning-tokens";
const TOOLS = "https://docs.ollama.com/capabilities/tool-calling";

/** Rows like those of ../gaps.mjs. `knows` is a word that the schema has at a place, instead of those that it lacks. */
export const SCHEMA_GAPS = [
  { schema: "google-ai-generativelanguage", at: "generationConfig/thinkingConfig", lacks: "thinkingLevel", source: "https://ai.google.dev/gemini-api/docs/thinking" },
  { schema: "google-ai-generativelanguage", at: "contents/*/parts/*/functionResponse/parts/*", lacks: "fileData", source: `${GENAI}, FunctionResponsePart.file_data` },
  { schema: "google-genai interactions", at: "model", knows: "gemini-pro-latest", source: "https://ai.google.dev/gemini-api/docs/models: the package lists models of its own day" },
  ...["openrouter", "openrouter.yaml"].flatMap((schema) => ["max_tokens", "enabled", "exclude"].map((lacks) => ({ schema, at: "reasoning", lacks, source: REASONING }))),
  { schema: "mistral.yaml", at: "reasoning_effort", knows: "high", source: "mistralai 3.7.0 on PyPI, models/reasoningeffort.py: the document is older" },
  { schema: "ollama", at: "tools/*/function/parameters", hasOnly: ["type", "$defs", "items", "required", "properties"], source: TOOLS },
  { schema: "ollama", at: "tools/*/function/parameters/properties/*", hasOnly: ["type", "items", "description", "enum"], source: TOOLS },
  { schema: "ollama.yaml", at: "messages/*", lacks: "thinking", source: "https://docs.ollama.com/capabilities/thinking" },
  { schema: "ollama.yaml", at: "messages/*", lacks: "tool_name", source: TOOLS },
];

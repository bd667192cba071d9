// Rows of what clients and frameworks corrupt by themselves, by package. A row has the `package`, what it `corrupts`, `open` and `isStream` as drivers have them, and the `wire` of the
// simulator's client that puts answers together. `seed`, `plan` and `calls` say which answers show it. `isLost(given, sent, body)` compares the newest answer with the
// entries that the body of the next request has for it.
// `rule` is the rule that tells it, `untold` in its place why none has to, `unmended` why a repair does not bring it back, and `unsure` that a vendor may not refuse it.
const FILES = ["openai", "ai-sdk", "openrouter", "langchain", "agents", "mastra"];

export const ROWS = [];
for (const file of FILES) ROWS.push(...(await import(`./corruptions/${file}.mjs`)).rows);

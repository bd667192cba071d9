// Rows of corruptions that clients and frameworks cause by themselves, by package. A row has the `package`, what it `corrupts`, `open` and `isStream`
// as in drivers, and the `wire` of the simulator's client that assembles answers. `seed`, `plan` and `calls` select answers that show it.
// `isLost(given, sent, body)` compares the newest answer with its entries in the body of the next request. `rule` is the rule that detects it,
// `untold` the reason why none has to, `unmended` why a repair does not restore it, and `unsure` that a vendor may not refuse it.
const FILES = ["openai", "ai-sdk", "openrouter", "langchain", "agents", "mastra"];

export const ROWS = [];
for (const file of FILES) ROWS.push(...(await import(`./corruptions/${file}.mjs`)).rows);

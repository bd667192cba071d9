// All drivers: a client with a guard in it, and a loop of tools in it. `open(vendor, options)` returns a talk: `ask(text)`, `step(isStream,
// resultOf)`, which sends the history, adds the answer and the results of its calls to it and resolves to the number of calls, and the `history`, as
// objects of the client. `loses` lists where a client loses thoughts by itself, `unmended` where no repair is known yet, `unsure` which refusals of
// the simulator a vendor may not make, and `isClosed` that the client hides the history.
const FILES = ["anthropic", "openai", "google", "openrouter", "bedrock", "mistral", "ai-sdk", "langchain", "agents", "mastra"];

/** A part of a client's name, to run only that one. */
const only = process.env.RETHOUGHT_CLIENT ?? "";

export const DRIVERS = [];
for (const file of FILES) DRIVERS.push(...(await import(`./drivers/${file}.mjs`)).drivers.filter(({ client }) => client.includes(only)));

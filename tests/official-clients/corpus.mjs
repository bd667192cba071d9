// Recorded traffic, if it is available: requests that a provider accepted, and its answers.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { shared } from "../../scripts/paths.mjs";

const folder = join(shared, "corpus");

/** True if the recordings are available. */
export const hasCorpus = existsSync(folder);

/** The wire of a family of endpoints, by the beginning or the end of its name; other families have no codec. */
const WIRES = [
  [/^bedrock-converse$/, "bedrock-converse"],
  [/^cohere-v2$/, "cohere-chat"],
  [/^gemini-interactions$/, "gemini-interactions"],
  [/gemini-generate$/, "gemini-generate"],
  [/messages$|anthropic$/, "anthropic-messages"],
  [/-responses$/, "openai-responses"],
  [/^mistral-chat$/, "mistral-chat"],
  [/^(openrouter|vercel-gateway)-chat$/, "openrouter-chat"],
  [/-chat$/, "openai-chat"],
];
/** Requests that refer to state of the provider contain no conversation. */
const CONTINUES = ["prompt", "previous_response_id", "previous_interaction_id", "thread", "conversation"];

/** Yields every exchange that a provider accepted, with its wire; only each `step`th of every family. */
export function* exchanges(step = 1) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".ndjson.gz"))) {
    const family = file.replace(".ndjson.gz", "");
    const known = WIRES.find(([name]) => name.test(family))?.[1];
    if (!known) continue;
    const lines = gunzipSync(readFileSync(join(folder, file))).toString().split("\n").filter(Boolean);
    for (let nth = 0; nth < lines.length; nth += step) {
      const exchange = JSON.parse(lines[nth]);
      const { host, model, url, outcome } = exchange.meta;
      if (outcome !== "accepted") continue;
      const wire = family === "ollama-chat" && /\/api\/chat/.test(url ?? "") ? "ollama-chat" : known;
      const target = Object.fromEntries(Object.entries({ wire, host, model, url }).filter(([, value]) => value));
      yield { ...exchange, target };
    }
  }
}

/** Yields every request among them with a whole conversation. */
export function* recordedRequests(step) {
  for (const { id, request, target } of exchanges(step)) {
    const body = parsed(request);
    if (!body || "b64" in body || CONTINUES.some((name) => body[name])) continue;
    yield { name: id, from: target, text: request };
  }
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value;
  } catch {
    return undefined;
  }
}

// The client of Ollama.
import { guard } from "../guard/parts.js";
import { copyOf, expect, withGuard } from "./guarded.js";
import { watched } from "./unused-fetch.js";

export function guardOllama(client, options) {
  expect(typeof client?.fetch === "function" && typeof client.chat === "function", "a client of ollama");
  const fetch = guard(client.fetch, options);
  return withGuard(watched(copyOf(client, { fetch, ongoingStreamedRequests: [] }), "a client of Ollama", fetch, ["chat"]), fetch);
}

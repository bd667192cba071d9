// The client of Ollama.
import { guard } from "../guard/parts.js";
import { copyOf, expect, withGuard } from "./guarded.js";

export function guardOllama(client, options) {
  expect(typeof client?.fetch === "function" && typeof client.chat === "function", "a client of ollama");
  const fetch = guard(client.fetch, options);
  return withGuard(copyOf(client, { fetch, ongoingStreamedRequests: [] }), fetch);
}

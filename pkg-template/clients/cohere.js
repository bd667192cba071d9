// The clients of Cohere.
import { guard } from "../guard/parts.js";
import { expect, withGuard } from "./guarded.js";
import { watched } from "./unused-fetch.js";

export function guardCohere(client, options) {
  expect(client?._options && typeof client.constructor === "function" && client.chat, "a client of cohere-ai");
  const fetch = guard(client._options.fetch, options);
  return withGuard(watched(new client.constructor({ ...client._options, fetch }), "a client of Cohere", fetch, ["chat", "chatStream"]), fetch);
}

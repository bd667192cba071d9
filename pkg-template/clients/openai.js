// The client of OpenAI, and that of Azure.
import { guard } from "../guard/parts.js";
import { expect, withGuard } from "./guarded.js";
import { watched } from "./unused-fetch.js";

export function guardOpenAI(client, options) {
  expect(typeof client?.withOptions === "function" && client.chat?.completions, "a client of OpenAI");
  const fetch = guard(client.fetch, options);
  return withGuard(watched(client.withOptions({ fetch }), "a client of OpenAI", fetch, ["chat.completions.create", "responses.create"]), fetch);
}

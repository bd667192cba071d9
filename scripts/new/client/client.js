// The client of __title__, which sends by its member `fetch`.
import { guard } from "../guard/parts.js";
import { copyOf, expect, withGuard } from "./guarded.js";

export function guard__pascal__(client, options) {
  expect(typeof client?.fetch === "function" && typeof client.chat === "function", "a client of __kebab__");
  const fetch = guard(client.fetch, options);
  return withGuard(copyOf(client, { fetch }), fetch);
}

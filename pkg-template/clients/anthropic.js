// The client of Anthropic, and those of its platforms (Bedrock, Vertex, Foundry).
import { guard, Guard, settingsOf } from "../guard/parts.js";
import { expect, withGuard } from "./guarded.js";
import { watched } from "./unused-fetch.js";

const NAME = "a client of Anthropic";
const METHODS = ["messages.create", "beta.messages.create"];

export function guardAnthropic(client, options) {
  expect(typeof client?.withOptions === "function" && client.messages, "a client of Anthropic");
  // Before it had middleware, a client had only its fetch.
  if (!Array.isArray(client.middleware)) {
    const fetch = guard(client.fetch, options);
    return withGuard(watched(client.withOptions({ fetch }), NAME, fetch, METHODS), fetch);
  }
  const middleware = anthropicMiddleware(options);
  return withGuard(watched(client.withOptions({ middleware: [...client.middleware, middleware] }), NAME, middleware, METHODS), middleware);
}

/** Middleware stands before the platform's own form and signature of a request. So a request can be repaired on every platform. */
export function anthropicMiddleware(options) {
  const guarding = new Guard(settingsOf(options));
  const middleware = (request, next) => {
    const { url, ...init } = request;
    return guarding.pass([url, init], (sentUrl, sent) => next({ ...request, ...sent, url: String(sentUrl), headers: new Headers(sent.headers) }));
  };
  return guarding.lend(middleware);
}

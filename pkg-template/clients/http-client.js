// The clients of OpenRouter and Mistral. Both send a Request by an HTTP client, which a program may have given them.
import { guard } from "../guard/parts.js";
import { copyOf, expect, withGuard } from "./guarded.js";
import { watched } from "./unused-fetch.js";

export const guardOpenRouter = (client, options) => withHttpClient(client, options, "a client of @openrouter/sdk");
export const guardMistral = (client, options) => withHttpClient(client, options, "a client of @mistralai/mistralai");

function withHttpClient(client, options, name) {
  expect(client?._options && typeof client.constructor === "function" && client.chat, name);
  const own = client._options.httpClient;
  const fetch = guard(own && ((request) => own.request(request)), options);
  const request = (given) => fetch(given);
  const httpClient = own ? copyOf(own, { request }) : new PlainHttpClient(request);
  return withGuard(watched(new client.constructor({ ...client._options, httpClient }), name, fetch, ["chat.send", "chat.complete", "chat.stream"]), fetch);
}

/** As much of an HTTP client as a client asks of one that it was given. */
class PlainHttpClient {
  constructor(request) {
    this.request = request;
  }

  clone() {
    return new PlainHttpClient(this.request);
  }
}

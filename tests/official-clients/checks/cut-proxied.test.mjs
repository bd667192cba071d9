// The official client of Anthropic behind a proxy that converts: an answer of OpenAI that ends inside a call is always an error.
import { createServer } from "node:http";
import test from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { listenOn, openProxy } from "../../proxy/drive.mjs";

const item = { type: "function_call", id: "fc_1", call_id: "call_1", name: "look", status: "in_progress", arguments: "" };
const response = { id: "resp_1", object: "response", model: "gpt-5.4", status: "in_progress", error: null, incomplete_details: null, output: [] };
const EVENTS = [
  { type: "response.created", response },
  { type: "response.output_item.added", output_index: 0, item },
  { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 0, delta: '{"city":"Ber' },
].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");

const stream = (reply) => reply.writeHead(200, { "content-type": "text/event-stream" });
const body = (reply, status, rest) => reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ...response, status, ...rest }));
/** The incomplete answers: whether it is a stream, and the bytes of the provider. */
const WAYS = {
  "a stream that ends inside a call": [true, (reply) => stream(reply).end(EVENTS)],
  "a stream that breaks off inside a call": [true, (reply) => stream(reply).write(EVENTS, () => setTimeout(() => reply.destroy(), 50))],
  "an empty stream": [true, (reply) => stream(reply).end()],
  "a body that is not over": [false, (reply) => body(reply, "in_progress", { output: [{ ...item, arguments: '{"city":"Ber' }] })],
  "a body that failed": [false, (reply) => body(reply, "failed", { error: { code: "server_error", message: "The model failed." } })],
};

async function read(how, [isStream, answer]) {
  const provider = await listenOn(createServer((request, reply) => (request.resume(), answer(reply))));
  const proxy = await openProxy(how, { upstreams: { openai: provider.url }, convert: { wire: "openai-responses", model: "gpt-5.4", key: "k" } });
  const fetch = (url, init) => proxy.call(`/anthropic${new URL(url).pathname}`, init);
  const { messages } = new Anthropic({ apiKey: "no-key", maxRetries: 0, fetch });
  const asked = { model: "claude-opus-4-8", max_tokens: 9, messages: [{ role: "user", content: "Hello" }] };
  try {
    return { message: await (isStream ? messages.stream(asked).finalMessage() : messages.create(asked)) };
  } catch (error) {
    return { error };
  } finally {
    await proxy.close();
    await provider.close();
  }
}

for (const how of ["listener", "handler"]) {
  for (const [name, way] of Object.entries(WAYS)) {
    test(`${name} is an error for the client through the ${how}`, async () => {
      const { message, error } = await read(how, way);
      if (!error) throw new Error(`read as finished: ${JSON.stringify(message)}`);
      if (name === "a body that failed" && !error.message.includes("The model failed.")) throw new Error(`the provider's own words are lost: ${error.message}`);
    });
  }
}

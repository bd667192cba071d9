// A server on loopback that answers like the simulator in a conversation: each step is one request. Other bytes get the vendor's answer to those.
import { createServer } from "node:http";
import { framesOf } from "../simulator/vendors/bedrock/stream.mjs";

/**
 * Starts the server. `fetch` redirects real addresses to it: the header `x-step` names the step. `received` has the body of each request by its step.
 */
export async function openLoopback() {
  const steps = new Map();
  const received = new Map();
  const server = createServer(async (request, reply) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const [id, text] = [request.headers["x-step"], Buffer.concat(chunks).toString()];
    const step = steps.get(id);
    received.set(id, [...(received.get(id) ?? []), { text, headers: request.headers, url: request.url }]);
    const answer = text === step.requestText ? step.answer : step.again(text);
    reply.writeHead(answer.status, { "x-answer": id, ...answer.headers });
    if (answer.body !== undefined) return void reply.end(answer.body);
    const bytes = streamBytes(answer.stream, step);
    for (let at = 0, size = 1; at < bytes.length; at += size, size = 1 + ((size * 37) % 211)) reply.write(bytes.subarray(at, at + size));
    reply.end();
  });
  // An idle connection must not be closed during a request.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const fetch = (input, init) => globalThis.fetch(typeof input === "object" && input.method ? new Request(`${origin}/${new URL(input.url).host}${new URL(input.url).pathname}`, input) : `${origin}/${new URL(input).host}${new URL(input).pathname}`, init);
  return { origin, fetch, steps, received, close: () => new Promise((resolve) => (server.closeAllConnections?.(), server.close(resolve))) };
}

/** Returns the stream of a step as it is sent over the network: frames at Bedrock, text elsewhere. */
export function streamBytes(stream, { target, path }) {
  return target.wire === "bedrock-converse" && /converse-stream$/.test(path) ? framesOf(stream) : Buffer.from(stream);
}

/** Returns the address of a step at its vendor. */
export const addressOf = ({ target: { host }, path }) => `https://${host}${path}`;

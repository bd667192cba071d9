// A custom provider for the checks: a server on loopback with the answers of a check, and a fetch that redirects real addresses to it.
import { createServer } from "node:http";
import { claudeSignature } from "../handles.mjs";

export const MESSAGES = "https://api.anthropic.com/v1/messages";
const SIGNATURE = claudeSignature("provider");
const thinking = `{"type":"thinking","thinking":"Ask the tool.","signature":"${SIGNATURE}"}`;
const call = '{"type":"tool_use","id":"toolu_1","name":"weather","input":{"city":"Oslo"}}';
const result = '{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"4 degrees"}]}';
const user = (text) => `{"role":"user","content":${JSON.stringify(text)}}`;
const head = '{"model":"claude-sonnet-4-5","max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":1024},"tools":[{"name":"weather","input_schema":{"type":"object"}}],"messages":[';

/**
 * Returns the bodies of an exchange and of the request after it. `next` is correct, `damaged` has another text in the thought. `mark` makes them
 * another conversation's.
 */
export function bodiesOf(mark = "") {
  const own = mark ? thinking.replace("Ask the tool.", `Ask the tool ${mark}.`).replace(SIGNATURE, claudeSignature(mark)) : thinking;
  const request = `${head}${user(`How warm is it in Oslo${mark}?`)}]}`;
  const next = `${request.slice(0, -2)},{"role":"assistant","content":[${own},${call}]},${result}]}`;
  return {
    request,
    next,
    damaged: next.replace("Ask the", "Ask a"),
    response: `{"id":"msg_${mark || 1}","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[${own},${call}],"stop_reason":"tool_use","usage":{"input_tokens":40,"output_tokens":30}}`,
    stream: streamOf(own, mark),
  };
}

function streamOf(own, mark) {
  const { thinking: text, signature } = JSON.parse(own);
  const events = [
    { type: "message_start", message: { id: `msg_${mark || 1}`, type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [], usage: { input_tokens: 40, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: text } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "toolu_1", name: "weather", input: {} } },
    { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"city":"Oslo"}' } },
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 30 } },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

/** Starts a server; `answer(request, reply, body)` answers. `fetch` redirects real addresses to it, `received` has the requests. */
export async function openProvider(answer) {
  const received = [];
  const server = createServer(async (request, reply) => {
    const chunks = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The caller has given up.
      return;
    }
    received.push({ url: request.url, method: request.method, headers: request.headers, body: Buffer.concat(chunks) });
    await answer(request, reply, Buffer.concat(chunks));
  });
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const moved = (url) => `${origin}${new URL(url).pathname}${new URL(url).search}`;
  const fetch = (input, init) => globalThis.fetch(input instanceof Request ? new Request(moved(input.url), input) : moved(input), init);
  return { origin, fetch, received, close: () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve))) };
}

/** Runs work with a provider, and closes it. */
export async function withProvider(answer, work) {
  const provider = await openProvider(answer);
  try {
    return await work(provider);
  } finally {
    await provider.close();
  }
}

export const json = (reply, text, status = 200, headers = {}) => reply.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the hooks of a guard, and the events that they got. */
export function noted() {
  const told = { report: [], repaired: [], refused: [], recorded: [], error: [] };
  const hooks = { onReport: (one) => told.report.push(one), onRepaired: (one) => told.repaired.push(one), onRefused: (one) => told.refused.push(one), onRecorded: (one) => told.recorded.push(one), onError: (error) => told.error.push(error) };
  return { told, hooks };
}

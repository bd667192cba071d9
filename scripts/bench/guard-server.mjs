// The provider of the benchmark of the guard, a separate process: answers with the message of a header, whole or as a stream of 251 events.
import { createHash } from "node:crypto";
import { createServer } from "node:http";

const EVENTS = 251;

const server = createServer((request, reply) => {
  request.resume();
  request.on("end", () => {
    const content = JSON.parse(Buffer.from(request.headers["x-answer"], "base64"));
    // Every answer has a unique id, as with vendors: a repeated id would cause an audit of the whole conversation.
    const id = createHash("sha256").update(request.headers["x-answer"]).digest("hex").slice(0, 24);
    const message = { id: `msg_${id}`, type: "message", role: "assistant", model: "claude-sonnet-4-5", content, stop_reason: "tool_use", usage: { input_tokens: 9, output_tokens: 9 } };
    if (request.headers["x-stream"] !== "true") return reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(message));
    reply.writeHead(200, { "content-type": "text/event-stream" });
    // Some events per packet, as models send them.
    const events = eventsOf(message);
    for (let at = 0; at < events.length; at += 5) reply.write(events.slice(at, at + 5).join(""));
    reply.end();
  });
});
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", () => console.log(server.address().port));

function eventsOf(message) {
  const events = [{ type: "message_start", message: { ...message, content: [] } }];
  const deltas = EVENTS - 3 - 2 * message.content.length - message.content.length;
  message.content.forEach((block, index) => {
    const { thinking, text, signature, input, ...rest } = block;
    const long = thinking ?? text;
    const start = { ...rest, ...(thinking === undefined ? {} : { thinking: "", signature: "" }), ...(text === undefined ? {} : { text: "" }), ...(input === undefined ? {} : { input: {} }) };
    events.push({ type: "content_block_start", index, content_block: start });
    const count = thinking === undefined ? 1 : deltas;
    const size = Math.max(1, Math.ceil((long ?? "").length / count));
    for (let at = 0; at < (long ?? "").length; at += size) events.push({ type: "content_block_delta", index, delta: thinking === undefined ? { type: "text_delta", text: long.slice(at, at + size) } : { type: "thinking_delta", thinking: long.slice(at, at + size) } });
    if (signature) events.push({ type: "content_block_delta", index, delta: { type: "signature_delta", signature } });
    if (input) events.push({ type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: JSON.stringify(input) } });
    events.push({ type: "content_block_stop", index });
  });
  events.push({ type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } }, { type: "message_stop" });
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

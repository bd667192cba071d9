// A vendor with slow streams, calls to it, and a proxy's records of them.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { front, listenOn } from "./drive.mjs";

/** The default number of events of a stream. */
export const EVENTS = 40;

const start = (id) => `event: message_start\ndata: {"type":"message_start","message":{"id":"msg_${id}","type":"message","role":"assistant","model":"claude-opus-4-8","content":[],"usage":{}}}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n`;
const piece = (id, nth) => `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${id} ${nth} "}}\n\n`;
const END = 'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\nevent: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n';
export const streamOf = (id, events = EVENTS) => `${start(id)}${Array.from({ length: events }, (_, nth) => piece(id, nth)).join("")}${END}`;

/** Opens a vendor with slow streams. The header `x-id` selects one. */
export async function openSlowVendor(pause, events = EVENTS) {
  const server = createServer(async (request, reply) => {
    request.resume();
    const id = request.headers["x-id"];
    reply.writeHead(200, { "content-type": "text/event-stream" });
    reply.write(start(id));
    for (let nth = 0; nth < events; nth++) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      reply.write(piece(id, nth));
    }
    reply.end(END);
  });
  return listenOn(server);
}

export const callFor = (id) => ({ method: "POST", headers: { "content-type": "application/json", "x-api-key": "k", "x-id": id, "x-claude-code-session-id": `session ${id}` }, body: JSON.stringify({ model: "claude-opus-4-8", max_tokens: 99, stream: true, messages: [{ role: "user", content: `I am ${id}` }] }) });

/** Returns all exchanges of all transcripts in a folder, and the unreadable parts. */
export async function readFolder(folder) {
  const records = [];
  for (const file of readdirSync(folder)) for await (const record of front.readTranscript([readFileSync(join(folder, file))])) records.push({ file, ...record });
  return { exchanges: records.filter(({ type }) => type === "exchange"), faults: records.filter(({ type }) => type === "fault") };
}

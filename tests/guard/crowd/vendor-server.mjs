// The vendors on loopback, with faults: each call gets the answer of its conversation's vendor, or its fault. Answers are slow.
import { createServer } from "node:http";
import { wait } from "../provider.mjs";

const ERRORS = { limited: [429, '{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}'], failed: [500, "oops"] };
/** The number of pieces of an answer. */
const PIECES = 4;

/** Starts the server. `callOf(id)` returns the call of a request: `arrived(text)` gets the request, `said` is set to the answer. */
export async function openVendors(callOf) {
  const server = createServer(async (request, reply) => {
    const text = await textOf(request);
    const call = callOf(decodeURIComponent(request.headers["x-call"]));
    // The process that sent it was killed, and its client has given it up.
    if (!call) return void reply.destroy();
    // A request without the guard, for comparison.
    const isPlain = "x-plain" in request.headers;
    if (!isPlain) call.arrived(text);
    const said = saidTo(call, text);
    if (!isPlain) call.said = said;
    await say(reply, said, isPlain ? 0 : call.ms);
  });
  // An idle connection must not be closed during a request.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve))) };
}

async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Returns the answer: status, headers and text; `end` is where the connection breaks, if it does. */
function saidTo({ fault, answer }, text) {
  const [status, error] = ERRORS[fault?.kind] ?? [];
  if (status) return { status, headers: { "content-type": "application/json" }, text: error };
  const { status: own, headers, body, stream } = answer(text);
  const said = { status: own, headers, text: body ?? stream };
  if (fault?.kind === "reset") return { ...said, end: -1 };
  return fault?.kind === "cut" ? { ...said, end: Math.floor(fault.share * Buffer.byteLength(said.text)) } : said;
}

async function say(reply, { status, headers, text, end }, ms) {
  await wait(ms / 4);
  if (end < 0) return void reply.destroy();
  reply.writeHead(status, headers);
  const bytes = Buffer.from(text).subarray(0, end);
  for (let nth = 0; nth < PIECES; nth++) {
    reply.write(bytes.subarray((nth * bytes.length) / PIECES, ((nth + 1) * bytes.length) / PIECES));
    await wait((0.75 * ms) / PIECES);
  }
  if (end === undefined) reply.end();
  else reply.destroy();
}

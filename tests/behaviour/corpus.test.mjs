// Recorded traffic through the package, if it is available: every answer is read, and its handles are returned unchanged.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { decode, replay, StreamDecoder } from "rethought";

const folder = process.env.RETHOUGHT_CORPUS;
/** A family of another protocol, which has no codec. */
const FOREIGN = ["xai-grpc"];
/** npm run prove -- behaviour reads every answer; npm test one in as many. */
const STEP = process.env.RETHOUGHT_LONG ? 1 : 8;
const filled = (text) => typeof text === "string" && !["", "null"].includes(text);

test("every recorded answer is read, and every handle in it returns", { skip: !existsSync(folder ?? "") && "../shared/corpus is not here" }, () => {
  const count = { answers: 0, streams: 0, thoughts: 0, handles: 0 };
  for (const exchange of exchanges()) {
    const { id, meta, request } = exchange;
    const turn = meta.outcome !== "rejected" && turnOf(exchange, count);
    if (!turn) continue;
    count.answers++;
    count.thoughts += turn.thoughts.length;
    assert(!meta.has_reasoning_in_response || turn.thoughts.length > 0, `${id}: no thought`);
    if (!filled(request) || !turn.parts.length) continue;
    const next = replay(unwrapped(request), turn, undefined, { allowIncomplete: true });
    for (const thought of turn.thoughts) {
      // The raw text of a thought is compared, so that escapes count. A note may have changed it, but never its handles.
      for (const handle of thought.handles) assert(next.includes(thought.raw) || next.includes(handle), `${id}: a handle did not return`);
      count.handles += thought.handles.length;
    }
  }
  assert(count.answers > 0);
  console.log(`# ${JSON.stringify(count)}`);
});

function* exchanges() {
  let nth = 0;
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".ndjson.gz") && !FOREIGN.some((family) => name.startsWith(family))))
    for (const line of gunzipSync(readFileSync(join(folder, name))).toString().split("\n").filter(Boolean)) if (nth++ % STEP === 0) yield JSON.parse(line);
}

/** Returns the turn of an answer, whole or streamed. The wire is detected from the address if there is one, else from the body. */
function turnOf({ meta, response, eventstream_base64: frames, ...rest }, count) {
  const target = meta.url?.includes("://") ? { url: meta.url } : undefined;
  if (filled(response)) return decode(response, target);
  const stream = filled(frames) ? Buffer.from(frames, "base64") : [rest.sse, rest.ndjson, rest.events].find(filled);
  if (!stream) return undefined;
  count.streams++;
  const decoder = new StreamDecoder(target);
  for (let at = 0; at < stream.length; at += 997) decoder.push(stream.slice(at, at + 997));
  return decoder.finish().turn;
}

/** One recorder wraps requests in base64. */
function unwrapped(request) {
  const wrapped = JSON.parse(request).b64;
  return wrapped ? Buffer.from(wrapped, "base64").toString() : request;
}

// The body of a call as node:http gives it.
import { nodeModule } from "../guarding.js";

/** Reads a body: its bytes, or, if there are more than `limit`, a stream of what was read and the rest. */
export async function takeNodeBody(request, limit) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) return restOf(chunks, request);
  }
  if (!request.complete) throw Object.assign(new Error("the client gave up"), { code: "ABORT_ERR" });
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

function restOf(chunks, request) {
  const { PassThrough } = nodeModule("node:stream");
  const rest = new PassThrough();
  for (const chunk of chunks) rest.write(chunk);
  return request.pipe(rest);
}

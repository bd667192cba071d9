// Reads the body of a call of node:http.
import { nodeModule } from "../guard/parts.js";

/** Returns the bytes of a body, or, if there are more than `limit`, a stream of the read bytes and the rest. Throws the reason of `signal` if it is aborted before. */
export function takeNodeBody(request, limit, signal) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let size = 0;
    const take = (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limit) settle(() => resolve(restOf(chunks, request)));
    };
    const end = () => settle(() => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    const fail = () => settle(() => reject(Object.assign(new Error("the client gave up"), { code: "ABORT_ERR" })));
    const abort = () => settle(() => reject(signal.reason));
    const settle = (done) => {
      signal.removeEventListener("abort", abort);
      request.off("data", take).off("end", end).off("error", fail).off("close", fail);
      done();
    };
    signal.addEventListener("abort", abort, { once: true });
    request.on("data", take).on("end", end).on("error", fail).on("close", fail);
  });
}

/** Returns a stream with the same bytes. It calls `onTooLong` if there are more than `most`, and ends there. */
export function limitedBody(body, most, onTooLong) {
  if (most === Infinity) return body;
  const { Transform } = nodeModule("node:stream");
  let size = 0;
  const limited = new Transform({
    transform(chunk, _, done) {
      size += chunk.length;
      if (size <= most) return done(undefined, chunk);
      onTooLong();
      return done();
    },
  });
  // A client that gives up ends the copy too.
  body.on("close", () => body.readableEnded || limited.destroy());
  return body.pipe(limited);
}

function restOf(chunks, request) {
  const { PassThrough } = nodeModule("node:stream");
  const rest = new PassThrough();
  for (const chunk of chunks) rest.write(chunk);
  return request.pipe(rest);
}

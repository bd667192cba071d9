// Reads the body of a call of node:http.
import { nodeModule } from "../guard/parts.js";

/** Returns the bytes of a body, or, if there are more than `limit`, a stream of the read bytes and the rest. */
export function takeNodeBody(request, limit) {
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
    const settle = (done) => {
      request.off("data", take).off("end", end).off("error", fail).off("close", fail);
      done();
    };
    request.on("data", take).on("end", end).on("error", fail).on("close", fail);
  });
}

function restOf(chunks, request) {
  const { PassThrough } = nodeModule("node:stream");
  const rest = new PassThrough();
  for (const chunk of chunks) rest.write(chunk);
  return request.pipe(rest);
}

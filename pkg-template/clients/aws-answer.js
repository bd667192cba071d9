// An answer as the AWS SDK has it. Its body is a stream of Node or of the web, or bytes.
import { nodeModule, READ_ALONG, READ_WHOLE, readStream, teeResponse } from "../guard/parts.js";

export class AwsAnswer {
  #http;
  #body;

  constructor(http) {
    [this.#http, this.#body] = [http, http.body];
  }

  /** One made of a response of fetch. */
  static async of(response) {
    const body = new Uint8Array(await response.arrayBuffer());
    return new AwsAnswer({ statusCode: response.status, headers: Object.fromEntries(response.headers), body });
  }

  get status() {
    return this.#http.statusCode;
  }

  get ok() {
    return this.status >= 200 && this.status < 300;
  }

  get headers() {
    const { headers } = this.#http;
    return { get: (name) => headers[name] ?? null };
  }

  /** Gives itself, and to a copy what passes. */
  [READ_ALONG](copy, end, held) {
    this.#body = passing(this.#body, copy, end, held);
    return this;
  }

  /** Reads it whole; gives nothing if it is longer than `limit`. Either way the client can read it. */
  async [READ_WHOLE](limit = Infinity) {
    if (ArrayBuffer.isView(this.#body)) return this.#body;
    const { bytes, rest } = await readStream(this.#body, limit);
    this.#body = bytes ?? (isOfNode(this.#http.body) ? nodeModule("node:stream").Readable.fromWeb(rest) : rest);
    return bytes;
  }

  /** The answer for the client. */
  toHttp() {
    this.#http.body = this.#body;
    return this.#http;
  }
}

const isOfNode = (body) => typeof body?.pipe === "function";

/** The same body; what is read of it goes to a copy too. */
function passing(body, copy, end, held) {
  if (isOfNode(body)) {
    const { pipeline, Transform } = nodeModule("node:stream");
    const through = new Transform({
      transform: (chunk, _, done) => (copy.add(chunk), held ? heldPieces(through, held.take(chunk), done) : done(null, chunk)),
      flush: (done) => (held ? (end("whole"), heldPieces(through, held.finish(), done)) : done()),
    });
    return pipeline(body, through, (error) => end(error ? "cut" : "whole"));
  }
  if (typeof body?.getReader === "function") return teeResponse(new Response(body), copy, end, held).body;
  if (ArrayBuffer.isView(body)) copy.add(body);
  end(ArrayBuffer.isView(body) ? "whole" : "lost");
  return body;
}

/** Passes on the pieces that may be delivered, when it is known which they are. */
function heldPieces(through, pieces, done) {
  pieces.then((list) => {
    for (const piece of list) through.push(piece);
    done();
  }, done);
}

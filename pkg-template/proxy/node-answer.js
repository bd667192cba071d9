// An answer of a provider as node:http gives it. It goes to the client chunk by chunk, and is read along by whoever asked for that.
import { READ_ALONG, READ_WHOLE } from "../guarding.js";
import { answerHeaders, pairsOf } from "./forwarded.js";

export class NodeAnswer {
  #incoming;
  #copy;
  #end;
  /** The chunks that were read before it is passed on. */
  #read = [];
  #isRead = false;
  headers;

  constructor(incoming) {
    this.#incoming = incoming;
    this.headers = { get: (name) => incoming.headers[name] ?? null };
  }

  get status() {
    return this.#incoming.statusCode;
  }

  get ok() {
    return this.status >= 200 && this.status < 300;
  }

  get type() {
    return this.#incoming.headers["content-type"] ?? "";
  }

  /** The bytes that were read along so far. */
  get bytes() {
    return this.#isRead ? joined(this.#read) : this.#copy?.bytes;
  }

  /** Gives itself, and to a copy what passes. */
  [READ_ALONG](copy, end) {
    [this.#copy, this.#end] = [copy, end];
    return this;
  }

  /** Reads it whole; gives nothing if it is longer than `limit`. Either way it can be passed on. */
  async [READ_WHOLE](limit = Infinity) {
    let size = 0;
    for await (const chunk of this.#incoming.iterator({ destroyOnReturn: false })) {
      this.#read.push(chunk);
      size += chunk.length;
      if (size > limit) return undefined;
    }
    this.#isRead = true;
    return joined(this.#read);
  }

  /**
   * Passes it on to the client. `converter` makes other bytes of its chunks, under `headers` of its own. Resolves to `whole` or `cut` when it has ended, or when the
   * client or the provider broke off; a stream that breaks off is broken off on the other side too.
   */
  pass(response, { converter, headers, more = [] } = {}) {
    const incoming = this.#incoming;
    response.writeHead(this.status, incoming.statusMessage, headers ?? [...answerHeaders(pairsOf(incoming.rawHeaders)), ...more].flat());
    return new Promise((resolve) => {
      const finish = (kind) => (this.#end?.(kind), resolve(kind));
      const write = (chunk) => {
        this.#copy?.add(chunk);
        const made = converter ? converter.push(chunk) : chunk;
        if (made.length && !response.write(made)) incoming.pause();
      };
      const cut = () => (response.destroy(), incoming.destroy(), finish("cut"));
      const guardedly = (run) => (...args) => {
        try {
          return run(...args);
        } catch {
          return cut();
        }
      };
      response.on("drain", () => incoming.resume()).on("error", cut);
      response.on("close", () => response.writableFinished || cut());
      for (const chunk of this.#read.splice(0, this.#isRead ? 0 : Infinity)) write(chunk);
      if (this.#isRead) return void (response.end(this.bytes), finish("whole"));
      incoming.on("data", guardedly(write)).on("error", cut).on("aborted", cut);
      incoming.on("end", guardedly(() => (response.end(converter ? converter.finish().rest : undefined), finish("whole"))));
    });
  }
}

const joined = (chunks) => (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));

// An answer of a provider as node:http gives it. It goes to the client chunk by chunk, and is read along by whoever asked for that.
import { READ_ALONG, READ_WHOLE } from "../guard/parts.js";
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

  /** Ends the connection to the provider. */
  destroy() {
    this.#incoming.destroy();
  }

  /**
   * Passes it on to the client. `converter` makes other bytes of its chunks, under `headers` of its own. Resolves to `whole` or `cut` when it has ended, or when the
   * client or the provider broke off; a stream that breaks off is broken off on the other side too. One that the converter takes no
   * more of (`isOver`) is cut, and the client gets what the converter said last.
   */
  pass(response, { converter, headers, more = [] } = {}) {
    const incoming = this.#incoming;
    response.writeHead(this.status, incoming.statusMessage, headers ?? [...answerHeaders(pairsOf(incoming.rawHeaders)), ...more].flat());
    return new Promise((resolve) => {
      const finish = (kind) => (this.#end?.(kind), resolve(kind));
      const gathered = this.#read.splice(0, this.#isRead ? 0 : Infinity);
      /** The bytes for the client, of the chunks that have come. */
      const taken = () => {
        if (!gathered.length) return NONE;
        const bytes = joined(gathered.splice(0));
        this.#copy?.add(bytes);
        return converter ? converter.push(bytes) : bytes;
      };
      const flush = () => {
        const made = taken();
        if (converter?.isOver) return stop(made);
        if (made.length && !response.write(made)) incoming.pause();
      };
      const stop = (made) => (incoming.removeAllListeners("aborted"), incoming.off("error", cut).on("error", () => {}), incoming.destroy(), endWith(response, made), finish("cut"));
      const cut = () => (response.destroy(), incoming.destroy(), finish("cut"));
      const guardedly = (run) => (...args) => {
        try {
          return run(...args);
        } catch {
          return cut();
        }
      };
      const flushSoon = guardedly(flush);
      response.on("drain", () => incoming.resume()).on("error", cut);
      response.on("close", () => response.writableFinished || cut());
      if (this.#isRead) return void (response.end(this.bytes), finish("whole"));
      flush();
      // The pieces of a stream that come in one read go on together, when all are there: to write each by itself takes longer than all else that is done with it.
      incoming.on("data", (chunk) => gathered.push(chunk) === 1 && queueMicrotask(flushSoon)).on("error", cut).on("aborted", cut);
      const last = () => (converter ? joined([taken(), converter.isOver ? NONE : converter.finish().rest]) : taken());
      incoming.on("end", guardedly(() => (endWith(response, last()), finish("whole"))));
    });
  }
}

const NONE = new Uint8Array(0);

const endWith = (response, bytes) => (bytes.length ? response.end(bytes) : response.end());

const joined = (chunks) => (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));

// An answer of a provider from node:http. It is passed to the client chunk by chunk, and copied to readers that asked for it.
import { READ_ALONG, READ_WHOLE } from "../guard/parts.js";
import { answerHeaders, pairsOf } from "./forwarded.js";

export class NodeAnswer {
  #incoming;
  #copy;
  #end;
  /** Holds back the end until it is recorded (guard/held-end.js), if that is wanted. */
  #held;
  /** The chunks that were read before the answer is passed on. */
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

  /** The copied bytes so far. */
  get bytes() {
    return this.#isRead ? joined(this.#read) : this.#copy?.bytes;
  }

  /** Returns itself, and passes the bytes to a copy. */
  [READ_ALONG](copy, end, held) {
    [this.#copy, this.#end, this.#held] = [copy, end, held];
    return this;
  }

  /** Reads the whole answer. Returns nothing if it is longer than `limit`. It can be passed on in both cases. */
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
   * Passes the answer to the client. `converter` converts its chunks, which are then sent with `headers`. Resolves to `whole` or `cut` when
   * the answer ends or one side breaks off; the other side is then broken off too. If the converter accepts no more (`isOver`), the answer
   * is cut after the converter's last output.
   */
  pass(response, { converter, headers, more = [] } = {}) {
    const incoming = this.#incoming;
    response.writeHead(this.status, incoming.statusMessage, headers ?? [...answerHeaders(pairsOf(incoming.rawHeaders)), ...more].flat());
    if (this.#held) return this.#passHeld(response);
    return new Promise((resolve) => {
      const finish = (kind) => (this.#end?.(kind), resolve(kind));
      const gathered = this.#read.splice(0, this.#isRead ? 0 : Infinity);
      /** Returns the bytes for the client from the chunks so far. */
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
      // Pieces of a stream from one read are written together: a write for each takes longer than all other work.
      incoming.on("data", (chunk) => gathered.push(chunk) === 1 && queueMicrotask(flushSoon)).on("error", cut).on("aborted", cut);
      const last = () => (converter ? joined([taken(), converter.isOver ? NONE : converter.finish().rest]) : taken());
      incoming.on("end", guardedly(() => (endWith(response, last()), finish("whole"))));
    });
  }

  /** Passes the answer to the client, and its end when it is recorded. */
  async #passHeld(response) {
    const incoming = this.#incoming;
    response.on("error", () => {}).on("close", () => response.writableFinished || incoming.destroy());
    try {
      for await (const chunk of incoming) {
        this.#copy.add(chunk);
        for (const piece of await this.#held.take(chunk)) if (!response.write(piece)) await drained(response);
      }
      this.#end("whole");
      for (const piece of await this.#held.finish()) response.write(piece);
      response.end();
      return "whole";
    } catch {
      response.destroy();
      this.#end("cut");
      return "cut";
    }
  }
}

/** Resolves when a response takes more, or never will. */
const drained = (response) => new Promise((resolve) => response.once("drain", resolve).once("close", resolve));

const NONE = new Uint8Array(0);

const endWith = (response, bytes) => (bytes.length ? response.end(bytes) : response.end());

const joined = (chunks) => (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));

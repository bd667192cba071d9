// Streams, read as they arrive. The decoder itself is on the wasm side under a number and is lost with its instance. This side keeps the
// bytes, so that it can rebuild the decoder after a trap in any call.
import * as glue from "../wasm/glue.js";
import { InputError, JsonError } from "../errors/index.js";
import { dropsForgotten, generation, withInstance } from "../wasm/recover.js";
import { bytesOf, maxBytes, textOf } from "../text/input.js";
import { turnOf } from "./exchange.js";
import { bytesOfTarget, targetOf } from "./target.js";

const NONE = new Uint8Array(0);
const COMMENT = new TextEncoder().encode(":\n");
/** The number of bytes in which the wasm side looks for the event that identifies the wire. */
const DETECTION_LIMIT = 64 << 10;

/** Frees the numbers of decoders that nobody finished. */
const forgotten = dropsForgotten(glue.streamDrop);

export class StreamDecoder {
  #target;
  /** The bytes that were pushed: the first `size` of them. The caller has the events of the first `reported`. */
  #kept = NONE;
  #size = 0;
  #reported = 0;
  /** The number of bytes at the last attempt to detect the wire. */
  #tried = 0;
  /** The first half of a surrogate pair that was cut at the end of a string. */
  #half = "";
  #text = true;
  #open = { number: undefined, generation };
  #result;

  constructor(target) {
    this.#target = targetOf(target);
    if (this.#target.wire !== undefined) withInstance(() => this.#reopen());
    forgotten?.register(this, this.#open, this);
  }

  push(chunk) {
    if (this.#result) throw new InputError("the stream is finished", { code: "E_INPUT" });
    const text = typeof chunk === "string";
    const [whole, half] = text ? splitHalfPair(this.#half + chunk) : [chunk, ""];
    if (!text && this.#half) bytesOf(this.#half, "chunk");
    const events = this.#after(bytesOf(whole, "chunk"), () => (this.#detectWire() ? this.#newEvents() : []));
    [this.#half, this.#text] = [half, this.#text && text];
    return events;
  }

  finish() {
    // Half of a pair at the very end lost its other half. It becomes the character that a byte stream would show.
    this.#result ??= this.#after(this.#half ? bytesOf("\ufffd") : NONE, () => {
      this.#detectWire(true);
      const events = this.#newEvents();
      const [last, body, rest] = glue.streamFinish(this.#open.number);
      this.#open.number = undefined;
      return resultOf(body, this.#text, this.#target, { events: events.concat(eventsOf(last)), ...JSON.parse(textOf(rest)) });
    });
    forgotten?.unregister(this);
    this.#kept = NONE;
    return this.#result;
  }

  /** Does work over the pushed bytes and some more. If that fails, it restores the previous state, and the caller may repeat the call. */
  #after(bytes, work) {
    const [size, reported] = [this.#size, this.#reported];
    this.#keep(bytes);
    try {
      return withInstance(work);
    } catch (error) {
      [this.#size, this.#reported, this.#open.number] = [size, reported, undefined];
      throw error;
    }
  }

  #keep(bytes) {
    const size = this.#size + bytes.length;
    const limit = maxBytes();
    if (size > limit) throw new JsonError(`the stream has more than ${limit} bytes`, { code: "E_JSON_SIZE", offset: limit });
    if (size > this.#kept.length) {
      const larger = new Uint8Array(Math.max(1 << 12, 2 * size));
      larger.set(this.#kept.subarray(0, this.#size));
      this.#kept = larger;
    }
    this.#kept.set(bytes, this.#size);
    this.#size = size;
  }

  /** Returns the events since the last call. */
  #newEvents() {
    if (this.#open.number === undefined || this.#open.generation !== generation) this.#reopen();
    const crossed = glue.streamPush(this.#open.number, this.#kept.subarray(this.#reported, this.#size));
    this.#reported = this.#size;
    return eventsOf(crossed);
  }

  /** Opens a decoder that has read the bytes whose events the caller already has. */
  #reopen() {
    this.#open.number = glue.streamOpen(bytesOfTarget(this.#target));
    this.#open.generation = generation;
    if (this.#reported) glue.streamPush(this.#open.number, this.#kept.subarray(0, this.#reported));
  }

  /** Returns true if the wire is known, or can be detected from the address or from the bytes so far. At the end it must be known. */
  #detectWire(must = false) {
    if (this.#target.wire !== undefined) return true;
    const fresh = this.#kept.subarray(this.#tried, this.#size);
    // Each attempt reads everything again. It is made only when a line has ended or the bytes have doubled, and never past the limit.
    const worth = this.#tried < DETECTION_LIMIT && (fresh.includes(10) || fresh.includes(13) || this.#size > 2 * this.#tried);
    if (!worth && !must) return false;
    const bytes = this.#kept.subarray(0, this.#size);
    // A single line of JSON is also a body. After a comment it can only be an event.
    const found = glue.detect(bytes[0] === 0x7b ? joined(COMMENT, bytes) : bytes, this.#target.url);
    this.#tried = this.#size;
    if (found) this.#target.wire = JSON.parse(textOf(found)).wire;
    else if (must) throw new InputError("the wire is not recognized from the stream: name it", { code: "E_INPUT", pointer: "/wire" });
    return found !== undefined;
  }
}

/** Returns the result of a stream. It reads the turn from the body on first use: on some wires a turn has hundreds of parts. */
function resultOf(bytes, text, target, rest) {
  const body = text ? textOf(bytes) : bytes;
  let turn;
  return {
    get turn() {
      return (turn ??= turnOf(bytes, body, target, rest.unfinished));
    },
    body: text ? body : bytes.slice(),
    ...rest,
  };
}

export async function* decodeStream(source, target) {
  const decoder = new StreamDecoder(target);
  for await (const chunk of chunksOf(source)) yield* decoder.push(chunk);
  const { events, ...result } = decoder.finish();
  yield* events;
  yield { type: "finish", ...result };
}

/** Returns the chunks of anything that can be iterated, and of a ReadableStream that cannot. */
export function chunksOf(source) {
  if (source?.[Symbol.asyncIterator] || source?.[Symbol.iterator]) return source;
  if (typeof source?.getReader === "function") return read(source.getReader());
  throw new InputError("source must be a ReadableStream or give its chunks one by one", { code: "E_INPUT" });
}

async function* read(reader) {
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** Returns the events that crossed: strings whose first letter is their type, and lists that have an error. */
function eventsOf(crossed) {
  if (crossed.length <= 2) return [];
  return JSON.parse(textOf(crossed)).map((event) => {
    if (typeof event !== "string") return { type: "error", error: event[0] };
    return event[0] === "e" ? { type: "thinking_end" } : { type: event[0] === "k" ? "thinking_delta" : "text_delta", text: event.slice(1) };
  });
}

/** Returns a string, and the half of a pair that it ends with. */
function splitHalfPair(text) {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? [text.slice(0, -1), text.slice(-1)] : [text, ""];
}

function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

// The codecs: detect the wire of a body, read it, and send a turn back. Records are generated into records/index.d.ts.
import type { Body, Like, RawBody } from "../text/body.js";
import type { History, Turn } from "./turn.js";
import type { Detection, Note, StreamEvent, StreamedEnd, Target, Wire } from "../records/index.js";

/** The name of a wire, or a target. A `Request` or `Response` of fetch is a target: it has an address and headers. */
export type TargetLike = Wire | Target;

/**
 * Detects the wire of a body, the side of the exchange, and how certain that is. With the address the wire is certain. Without it, a body that fits several
 * wires gets the plainest of them, with a lower certainty. Returns `undefined` if it looks like no wire at all.
 *
 * @example
 * import { detect } from "rethought";
 *
 * const { wire, role } = detect(response);
 * [wire, role]; // → ["anthropic-messages", "response"]
 */
export function detect(body: Body, hint?: string | { readonly href: string } | Pick<Target, "url">): Detection | undefined;

/**
 * Reads a response. A malformed part is kept unchanged, with a diagnostic. Text is cut out of the body when it is first read: do
 * not write to its bytes while the turn is in use.
 *
 * @example
 * import { decode } from "rethought";
 *
 * const turn = decode(response, "anthropic-messages");
 * turn.thoughts[0].handles; // → ["EqQBCg=="]
 * turn.calls[0].content; // → { city: "Oslo" }
 *
 * @throws {JsonError} if the body is not JSON.
 * @throws {InputError} at `/wire` if no wire is given and none is recognized.
 */
export function decode<B extends Body>(body: B, target?: TargetLike): Turn<B>;

/**
 * Reads the messages of a request, as `decode` reads a response.
 *
 * @example
 * import { readRequest } from "rethought";
 *
 * readRequest(next).entries.map((entry) => entry.role); // → ["user", "assistant", "user"]
 * readRequest(next).thoughts[0].pointer; // → "/messages/1/content/0"
 *
 * @throws {JsonError} if the body is not JSON.
 * @throws {InputError} at `/wire` if no wire is given and none is recognized.
 */
export function readRequest<B extends Body>(body: B, target?: TargetLike): History<B>;

/** The options of `replay` and `planReplay`. */
export interface ReplayOptions {
  /**
   * Sends back an unfinished turn of a stream, or half of an answer that comes in hops; most providers refuse a thought without its
   * signature.
   */
  allowIncomplete?: boolean | undefined;
}

/**
 * Makes the next request: the request with the unchanged turn at its end, and everything else byte for byte. The turn is sent to its source unless `target`
 * says otherwise. Only members that the host refuses, or reads under another name, are changed.
 *
 * @example
 * import { replay } from "rethought";
 *
 * replay('{"messages":[]}', '{"role":"assistant","content":[{"type":"thinking","thinking":"So.","signature":"EqQB"}]}', "anthropic-messages"); // → '{"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"So.","signature":"EqQB"}]}]}'
 *
 * @param turn what `decode` or a stream gave, or the body of the response itself.
 * @throws {IncompleteError} with the pointer of the part in which a stream was cut, or of what says that this is half of an answer, unless `allowIncomplete`.
 * @throws {InputError} if the request has no place for a turn, the response has none, or the turn is of another wire.
 */
export function replay<B extends Body>(request: B, turn: Turn<Body> | Body, target?: TargetLike, options?: ReplayOptions): Like<B>;

/** A replay, and what it had to change. */
export interface ReplayPlan<B extends Body> {
  /** The next request: text for text, bytes for bytes, an object for an object. */
  request: Like<B>;
  /** The changes; empty if everything is sent back unchanged. */
  notes: Note[];
}

/**
 * Does what `replay` does, and lists the changes that it had to make on the way.
 *
 * @example
 * import { planReplay } from "rethought";
 *
 * planReplay(request, response).notes; // → []
 */
export function planReplay<B extends Body>(request: B, turn: Turn<Body> | Body, target?: TargetLike, options?: ReplayOptions): ReplayPlan<B>;

/** The result of a stream. */
export interface Streamed<B extends RawBody = RawBody> extends StreamedEnd {
  /** The turn, to be sent back like any other. */
  turn: Turn<B>;
  /** The body that a call without streaming would have returned: text if all chunks were text, else bytes. */
  body: Like<B>;
  /** The events that were left when the stream ended. */
  events: StreamEvent[];
}

/**
 * Reads a stream as it arrives. However it is cut into chunks, the result is the same; a trap in any call does not lose it.
 *
 * @example
 * import { StreamDecoder } from "rethought";
 *
 * const decoder = new StreamDecoder("anthropic-messages");
 * const events = [stream.slice(0, 300), stream.slice(300)].flatMap((chunk) => decoder.push(chunk));
 * events[0]; // → { type: "thinking_delta", text: "Ask the tool." }
 * decoder.finish().turn.thoughts[0].handles; // → ["EqQBCg=="]
 */
export class StreamDecoder<B extends RawBody = RawBody> {
  /**
   * Without a wire, it is read from the address or from the first event that shows it; until then there are no events.
   *
   * @throws {InputError} if there is no such wire.
   */
  constructor(target?: TargetLike);
  /**
   * Takes what has arrived, and gives what is new in it. A string may end in half of a surrogate pair if the next one has the rest.
   * A chunk that made it throw was not taken.
   *
   * @example
   * import { StreamDecoder } from "rethought";
   *
   * new StreamDecoder().push(stream).map((event) => event.type); // → ["thinking_delta", "thinking_end"]
   *
   * @throws {InputError} after `finish`, or for what is neither text nor bytes.
   * @throws {JsonError} past 64 MiB.
   */
  push(chunk: B): StreamEvent[];
  /**
   * Ends the stream, wherever it came; asked again, it answers the same.
   *
   * @example
   * import { StreamDecoder } from "rethought";
   *
   * const decoder = new StreamDecoder();
   * decoder.push(stream);
   * const { ended, unfinished } = decoder.finish();
   * [ended, unfinished]; // → [true, []]
   *
   * @throws {InputError} at `/wire` if no wire was given and none was recognized.
   */
  finish(): Streamed<B>;
}

/** The last thing that `decodeStream` gives. */
export type StreamEnd<B extends RawBody = RawBody> = { type: "finish" } & Omit<Streamed<B>, "events">;

/**
 * Reads a whole stream: its events as they come, and the result at the end, as the event `finish`.
 *
 * @example
 * import { decodeStream } from "rethought";
 *
 * const types = [];
 * for await (const event of decodeStream([stream])) types.push(event.type); // in a program: decodeStream(answer.body)
 * types; // → ["thinking_delta", "thinking_end", "finish"]
 */
export function decodeStream<B extends RawBody = RawBody>(
  source: AsyncIterable<B> | Iterable<B> | { getReader(): { read(): Promise<{ done: boolean; value?: B | undefined }>; cancel(): Promise<void> } },
  target?: TargetLike,
): AsyncGenerator<StreamEvent | StreamEnd<B>, void, void>;

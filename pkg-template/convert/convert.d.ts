// Conversion between wires. Records are generated into records/index.d.ts.
import type { WithLedger } from "../audit/audit.js";
import type { Body } from "../text/body.js";
import type { TargetLike } from "../exchange/exchange.js";
import type { Conversion, ConvertedBody, ConvertOptions, HeldConversion, MessageFormat, MessageTarget } from "./records.js";
import type { AnswerEnd, ConversionNote, PlannedThought } from "../records/index.js";

export * from "./records.js";

/**
 * Converts a request of any wire into one of any other. The plan says what becomes of each thought, and why; a note says of everything else what the target
 * cannot say as the source did. Nothing is lost that is in neither. A handle of another vendor is never sent. With a ledger, the thoughts that are left out are restored byte for byte when the conversation returns to their vendor.
 *
 * @example
 * import { convert } from "rethought";
 *
 * const { request: converted, plan } = convert(next, { from: "anthropic-messages", to: { wire: "openai-responses", model: "gpt-5.4" } });
 * JSON.parse(converted).input.map(({ type, role }) => type ?? role); // → ["user", "function_call", "function_call_output"]
 * plan.map(({ pointer, fate }) => `${pointer} ${fate}`); // → ["/messages/1/content/0 elided"]
 *
 * @throws {JsonError} if the request is not JSON.
 * @throws {InputError} at `/to/wire` if that is not a wire; if the request holds only what is new, because the provider holds the rest.
 */
export function convert<T extends string | object>(request: T, options: ConvertOptions & { to: MessageFormat | MessageTarget }): HeldConversion<ConvertedBody<T>>;
export function convert<T extends string | object>(request: T, options: ConvertOptions & WithLedger): Conversion<ConvertedBody<T>>;

/** The options of {@link convertResponse} and {@link StreamConverter}. */
export interface ReplyOptions extends Partial<WithLedger> {
  /** Who answered. The body supplies what is left out; a stream must name it. */
  from?: TargetLike;
  /** Whose client reads the reply: a wire, a target, or for a whole body a format in which a framework keeps messages. */
  to: TargetLike | MessageFormat | MessageTarget;
  /**
   * The request that the client sent, in its own wire. By it calls name tools as the client does, if the provider does not allow these names. With a ledger, the
   * client's next request restores the original answer.
   */
  request?: Body;
}

/** A response, converted. */
export interface ConvertedResponse<T> extends AnswerEnd {
  /** The body as a client of the target reads it: text for text, bytes for bytes, an object for an object. */
  response: T;
  /** The fates of its thoughts: a client of another vendor gets what can be read of them, and nothing that only the vendor can read. */
  plan: PlannedThought[];
  /** Everything else that the client does not get as the provider said it. Places are in the body of the provider. */
  notes: ConversionNote[];
  /**
   * False if the answer is not complete: the provider gave no reason why the model stopped, or says that the answer continues or failed. `response` then says that
   * a limit was reached, and has no half of a call.
   */
  ended: boolean;
}

/**
 * Converts the body of a response, so that a client of one vendor reads the answer of another's model.
 *
 * @example
 * import { convertResponse } from "rethought";
 *
 * const { response: converted, plan } = convertResponse(response, { from: "anthropic-messages", to: "openai-responses" });
 * JSON.parse(converted).output.map(({ type }) => type); // → ["reasoning", "function_call"]
 * plan[0].fate; // → "degraded"
 *
 * @throws {JsonError} if the body is not JSON.
 * @throws {InputError} at `/to/wire` if replies of that wire cannot be written.
 */
export function convertResponse<T extends string | object>(response: T, options: ReplyOptions): ConvertedResponse<ConvertedBody<T>>;

/**
 * Converts an error into the envelope of another vendor, so that its client throws its own error, with the status that it expects. `status` is that with which the
 * error came. An error about a context that is too long has the words and codes on which clients compact: `prompt is too long: N tokens > M maximum` for Anthropic's,
 * `context_length_exceeded` for OpenAI's. `headers` are those by which the client of Bedrock recognizes an error.
 *
 * @example
 * import { convertError } from "rethought";
 *
 * const refusal = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
 * convertError(refusal, { to: "gemini-generate" }); // → { error: '{"error":{"code":503,"message":"Overloaded","status":"UNAVAILABLE"}}', status: 503 }
 */
export function convertError<T extends string | object>(error: T, options: { from?: TargetLike; to: TargetLike; status?: number }): { error: ConvertedBody<T>; status: number; headers?: Record<string, string> };

/**
 * Converts a stream event by event, as it comes: bytes or text of one wire in, those of another out, cut anywhere.
 *
 * @example
 * import { StreamConverter } from "rethought";
 *
 * const converter = new StreamConverter({ from: "anthropic-messages", to: "openai-responses" });
 * const events = converter.push(stream) + converter.finish().rest;
 * events.slice(0, 23); // → "event: response.created"
 */
export class StreamConverter {
  /** @throws {InputError} at `/to/wire` if the streams of that wire cannot be written. */
  constructor(options: ReplyOptions);
  /**
   * Takes a chunk as it arrives; answers what it makes of it, text for text and bytes for bytes.
   *
   * @throws {InputError} if the chunk is a string and the target is `bedrock-converse`, whose streams are bytes.
   *
   * @example
   * import { StreamConverter } from "rethought";
   *
   * new StreamConverter({ from: "anthropic-messages", to: "openai-chat" }).push(stream).slice(0, 6); // → "data: "
   */
  push(chunk: string): string;
  push(chunk: Uint8Array): Uint8Array;
  /**
   * Ends the stream. The result has the rest of the target and the body of the source, as a call without streaming returns it. It also has the notes on losses,
   * and says if the source was complete. If it was not, the target ends with an error at which its vendor's client throws. Half an answer is never read as a
   * whole one.
   *
   * @example
   * import { StreamConverter } from "rethought";
   *
   * const converter = new StreamConverter({ from: "anthropic-messages", to: "openai-chat" });
   * converter.push(stream);
   * converter.finish().ended; // → true
   */
  finish(): { rest: string | Uint8Array; body: string | Uint8Array; notes: ConversionNote[] } & AnswerEnd;
}

// Replies: what one provider answers, as a client of another reads it, whole and event by event.
import * as glue from "../wasm/glue.js";
import { InputError } from "../errors/index.js";
import { targetOf } from "../exchange/target.js";
import { numberFrom, optionsFrom } from "../text/options.js";
import { dropsForgotten, generation, guarded, withInstance } from "../wasm/recover.js";
import { bodyOf, bytesOf, bytesOfSource, textOf } from "../text/input.js";
import { backLike, endOf } from "./convert.js";

const encoder = new TextEncoder();
const convertOnce = guarded(glue.convertResponse);
const errorOnce = guarded(glue.convertError);
const OPTIONS = ["from", "to", "ledger", "request"];
/** The wire whose streams are frames of bytes: they have no text. */
const BINARY = "bedrock-converse";

export function convertResponse(response, options) {
  const { targets, request, home } = replyOf(options);
  const { source } = bodyOf(response, "response", targets[0].wire);
  const [bytes, plan, end] = convertOnce(source, encoder.encode(JSON.stringify(targets)), request, Date.now());
  const { ended, error, notes } = JSON.parse(textOf(end));
  if (ended) home?.(bytesOfSource(source), bytes);
  return { response: backLike(response)(bytes), plan: JSON.parse(textOf(plan)), notes, ended, ...(error === undefined ? {} : { error }) };
}

export function convertError(error, options) {
  const { to, status } = optionsFrom(options, ["from", "to", "status"]);
  if (to === undefined) throw new InputError("to is missing: it is the wire of the client that reads the error", { code: "E_INPUT", pointer: "/to" });
  const known = status === undefined ? undefined : numberFrom(status, "status", 100);
  const [bytes, answered, headers] = errorOnce(bodyOf(error, "error").source, encoder.encode(JSON.stringify(targetOf(to, "/to"))), known);
  const pairs = JSON.parse(headers);
  return { error: backLike(error)(bytes), status: answered, ...(pairs.length ? { headers: Object.fromEntries(pairs) } : {}) };
}

/**
 * The targets of a reply, the request of the client, by which calls name tools as it does, and what takes the reply home: with a ledger, the client's next request
 * will have the answer as it came.
 */
function replyOf(options) {
  const given = optionsFrom(options, OPTIONS);
  if (given.to === undefined) throw new InputError("to is missing: it is the wire of the client that reads the reply", { code: "E_INPUT", pointer: "/to" });
  const targets = [targetOf(given.from, "/from"), endOf(given.to)];
  const request = given.request === undefined ? new Uint8Array() : bytesOfSource(bodyOf(given.request, "request", targets[1].wire).source);
  if (given.ledger === undefined) return { targets, request };
  const { ledger } = given;
  if (typeof ledger?.seeReply !== "function") throw new InputError("ledger must be a Ledger", { code: "E_INPUT", pointer: "/ledger" });
  if (given.request === undefined) throw new InputError("with a ledger, request is needed: the request that the client sent", { code: "E_INPUT", pointer: "/request" });
  return { targets, request, home: (response, reply) => ledger.seeReply(targets, request, reply, response) };
}

/** Gives back the numbers of converters that nobody finished. */
const forgotten = dropsForgotten(glue.converterDrop);

/** A converter lives on the wasm side under a number and dies with its instance; this side keeps the bytes, which make the same one again. */
export class StreamConverter {
  #reply;
  #created = Date.now();
  #open = { number: undefined, generation };
  /** The chunks that were pushed; with a ledger also those that were made of them. */
  #chunks = [];
  #made = [];
  /** True if every chunk so far was a string. */
  #text;
  #result;

  constructor(options) {
    this.#reply = replyOf(options);
    this.#text = !this.#isBinary;
    withInstance(() => this.#reopen());
    forgotten?.register(this, this.#open, this);
  }

  push(chunk) {
    if (this.#result) throw new InputError("the stream is finished", { code: "E_INPUT" });
    if (this.#isBinary && typeof chunk === "string") throw new InputError(`A stream of ${BINARY} has no text. Push chunks of bytes (got a string)`, { code: "E_INPUT" });
    const bytes = bytesOf(chunk, "chunk").slice();
    this.#text &&= typeof chunk === "string";
    const made = withInstance(() => {
      this.#revive();
      return glue.converterPush(this.#open.number, bytes);
    });
    this.#chunks.push(bytes);
    return this.#give(made, typeof chunk === "string");
  }

  finish() {
    if (this.#result) return this.#result;
    const [rest, body, end] = withInstance(() => {
      this.#revive();
      return glue.converterFinish(this.#open.number);
    });
    this.#open.number = undefined;
    forgotten?.unregister(this);
    const last = this.#give(rest, this.#text);
    const { ended, error, notes } = JSON.parse(textOf(end));
    if (ended) this.#reply.home?.(body, this.#replyBody());
    this.#result = { rest: last, body: this.#text ? textOf(body) : body, notes, ended, ...(error === undefined ? {} : { error }) };
    [this.#chunks, this.#made] = [[], []];
    return this.#result;
  }

  get #isBinary() {
    return this.#reply.targets[1].wire === BINARY;
  }

  #give(bytes, isText) {
    if (this.#reply.home) this.#made.push(bytes);
    return isText ? textOf(bytes) : bytes;
  }

  /** The reply as the client puts it together. */
  #replyBody() {
    const number = glue.streamOpen(encoder.encode(JSON.stringify(this.#reply.targets[1])));
    this.#made.forEach((bytes) => glue.streamPush(number, bytes));
    return glue.streamFinish(number)[1];
  }

  #revive() {
    if (this.#open.number !== undefined && this.#open.generation === generation) return;
    this.#reopen();
    this.#chunks.forEach((bytes) => glue.converterPush(this.#open.number, bytes));
  }

  #reopen() {
    this.#open.number = glue.converterOpen(encoder.encode(JSON.stringify(this.#reply.targets)), this.#reply.request, this.#created);
    this.#open.generation = generation;
  }
}

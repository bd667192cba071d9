// Answers calls of one vendor's clients with another vendor's models. It converts requests and answers, and keeps reasoning in ledgers for
// the next request.
import * as glue from "../wasm/glue.js";
import { convert } from "../convert/convert.js";
import { detect } from "../exchange/exchange.js";
import { Ledger } from "../ledger/ledger.js";
import { guarded } from "../wasm/recover.js";
import { maxBytes } from "../text/input.js";
import { Conversion, refusedAt } from "./conversion.js";
import { Counting, estimated } from "./counting.js";
import { refusedCall } from "./sentences.js";

const wasm = { addressPurpose: guarded(glue.addressPurpose), asksForStream: guarded(glue.asksForStream), completeRequest: guarded(glue.completeRequest), countedRequest: guarded(glue.countedRequest), countRequest: guarded(glue.countRequest), modelOfCall: guarded(glue.modelOfCall) };
/** The reason why a compaction call is refused. A generation instead would cost money and would not answer it. */
const NO_COMPACTION = "Compaction is not supported when calls are converted to another model. No model was called.";

/**
 * The number of conversations that have a ledger at once. Unnamed conversations of one credential share a ledger; two credentials never do.
 */
const MOST_OPEN = 64;
/** A ledger with this share of all bytes is replaced by a new one. Only thoughts are lost. */
const MOST_SHARE = 0.5;

export class Conversions {
  #vendor;
  /** The most bytes of all ledgers together. */
  #most;
  #bytes = 0;
  /** The ledgers by credential and name of the conversation, the most recently used last. */
  #open = new Map();

  constructor(vendor, memoryBytes) {
    [this.#vendor, this.#most] = [vendor, memoryBytes];
  }

  /**
   * Converts a call. `url` is the address of the client's vendor that was called, `body` its bytes if they are not too many, and `caller`
   * identifies the client. Returns a `conversion`, or the `answer` of the proxy itself: a refusal or an estimate. Then nothing is sent.
   */
  begin(method, body, url, caller) {
    const purpose = wasm.addressPurpose(addressOf(url));
    if (method !== "POST" || purpose === undefined) return { answer: refusedCall({ status: 404, sentence: "Calls are converted here, and this is not a call to a model." }) };
    const refused = (status, sentence) => ({ answer: refusedAt(url, status, sentence) });
    if (purpose === "compact") return refused(404, NO_COMPACTION);
    if (!ArrayBuffer.isView(body)) return refused(413, `The request has more than ${maxBytes()} bytes, which is the limit.`);
    try {
      const begun = purpose === "count" ? this.#count(body, url, caller) : this.#generate(body, url, caller);
      return begun ?? refused(400, "The body is not a request of this address.");
    } catch (error) {
      return refused(400, `The request cannot be converted: ${error.message}`);
    }
  }

  #generate(body, url, caller) {
    const conversion = this.#convert(body, url, caller);
    if (!conversion) return undefined;
    const isStream = wasm.asksForStream(body, addressOf(url));
    const request = wasm.completeRequest(conversion.converted.request, conversion.to.wire, isStream);
    return { conversion: new Conversion({ ...conversion, request, isStream, url: conversion.address(isStream ? "streamPath" : "path") }) };
  }

  /** Counts the tokens of the converted request, at the vendor if it has an address for that. */
  #count(body, url, caller) {
    const { wire } = detect("{}", addressOf(url));
    const conversion = this.#convert(wasm.countedRequest(body, wire), url, caller);
    if (!conversion) return undefined;
    const { from, to, converted } = conversion;
    const request = wasm.countRequest(converted.request, to.wire, to.model);
    if (request === undefined) return { answer: estimated(converted.request, from.wire) };
    return { conversion: new Counting({ ...conversion, request, isStream: false, url: conversion.address("countPath") }) };
  }

  /** Returns the members that every converted call has. */
  #convert(body, called, { conversation, credential }) {
    const url = addressOf(called);
    const found = detect(body, url);
    if (found?.role !== "request") return undefined;
    const from = { wire: found.wire, url };
    const { to, url: address, headers } = this.#vendor.for(wasm.modelOfCall(body, from.url));
    const ledger = this.#ledger(JSON.stringify([credential, conversation]), body.length);
    return { called, from, to, address, headers, ledger, body, converted: convert(body, { from, to, ledger }) };
  }

  #ledger(name, bytes) {
    if (this.#open.get(name)?.bytes > MOST_SHARE * this.#most) this.#close(name);
    const open = this.#open.get(name) ?? { ledger: new Ledger(), bytes: 0, longest: 0 };
    // A request that is longer than all before goes on from one of them, mostly, and adds what is new in it.
    const added = bytes > open.longest ? bytes - open.longest : bytes;
    open.longest = Math.max(open.longest, bytes);
    open.bytes += added;
    this.#bytes += added;
    this.#open.delete(name);
    this.#open.set(name, open);
    for (const other of this.#open.keys()) {
      if (other === name || (this.#open.size <= MOST_OPEN && this.#bytes <= this.#most)) break;
      this.#close(other);
    }
    return open.ledger;
  }

  /** Forgets a ledger. A call that is under way may still use it, so it is freed when nobody does. */
  #close(name) {
    this.#bytes -= this.#open.get(name).bytes;
    this.#open.delete(name);
  }
}

/** Returns an address without its query, which may contain a key. */
const addressOf = ({ origin, pathname }) => `${origin}${pathname}`;

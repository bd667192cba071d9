// Answers calls of one vendor's clients with another vendor's models. It converts requests and answers, and keeps reasoning in ledgers for
// the next request.
import * as glue from "../wasm/glue.js";
import { detect } from "../exchange/exchange.js";
import { guarded } from "../wasm/recover.js";
import { maxBytes } from "../text/input.js";
import { Conversion, refusedAt } from "./conversion.js";
import { MemoryLedgers, StoredLedgers } from "./converted-ledgers.js";
import { Counting, estimated } from "./counting.js";
import { refusedCall } from "./sentences.js";

const wasm = { addressPurpose: guarded(glue.addressPurpose), asksForStream: guarded(glue.asksForStream), completeRequest: guarded(glue.completeRequest), countedRequest: guarded(glue.countedRequest), countRequest: guarded(glue.countRequest), modelOfCall: guarded(glue.modelOfCall) };
/** The reason why a compaction call is refused. A generation instead would cost money and would not answer it. */
const NO_COMPACTION = "Compaction is not supported when calls are converted to another model. No model was called.";

/** The conversions of a proxy by its settings, if it converts. With a store, its guard keeps reasoning there. */
export const conversionsOf = ({ vendor, guard: { store, memoryBytes } }, guard) => vendor && new Conversions(vendor, store ? new StoredLedgers(guard) : new MemoryLedgers(memoryBytes));

class Conversions {
  #vendor;
  #ledgers;

  /** `ledgers` keep reasoning: in memory, or in a store. */
  constructor(vendor, ledgers) {
    [this.#vendor, this.#ledgers] = [vendor, ledgers];
  }

  /**
   * Converts a call. `url` is the address of the client's vendor that was called, `body` its bytes if they are not too many, and `caller`
   * identifies the client. Resolves to a `conversion`, or the `answer` of the proxy itself: a refusal or an estimate. Then nothing is sent.
   */
  async begin(method, body, url, caller) {
    const purpose = wasm.addressPurpose(addressOf(url));
    if (method !== "POST" || purpose === undefined) return { answer: refusedCall({ status: 404, sentence: "Calls are converted here, and this is not a call to a model." }) };
    const refused = (status, sentence) => ({ answer: refusedAt(url, status, sentence) });
    if (purpose === "compact") return refused(404, NO_COMPACTION);
    if (!ArrayBuffer.isView(body)) return refused(413, `The request has more than ${maxBytes()} bytes, which is the limit.`);
    try {
      const begun = await (purpose === "count" ? this.#count(body, url, caller) : this.#generate(body, url, caller));
      return begun ?? refused(400, "The body is not a request of this address.");
    } catch (error) {
      return refused(400, `The request cannot be converted: ${error.message}`);
    }
  }

  async #generate(body, url, caller) {
    const conversion = await this.#convert(body, url, caller);
    if (!conversion) return undefined;
    const isStream = wasm.asksForStream(body, addressOf(url));
    const request = wasm.completeRequest(conversion.converted.request, conversion.to.wire, isStream);
    return { conversion: new Conversion({ ...conversion, request, isStream, url: conversion.address(isStream ? "streamPath" : "path") }) };
  }

  /** Counts the tokens of the converted request, at the vendor if it has an address for that. */
  async #count(body, url, caller) {
    const { wire } = detect("{}", addressOf(url));
    const conversion = await this.#convert(wasm.countedRequest(body, wire), url, caller);
    if (!conversion) return undefined;
    const { from, to, converted } = conversion;
    const request = wasm.countRequest(converted.request, to.wire, to.model);
    if (request === undefined) return { answer: estimated(converted.request, from.wire) };
    return { conversion: new Counting({ ...conversion, request, isStream: false, url: conversion.address("countPath") }) };
  }

  /** Returns the members that every converted call has. */
  async #convert(body, called, caller) {
    const url = addressOf(called);
    const found = detect(body, url);
    if (found?.role !== "request") return undefined;
    const from = { wire: found.wire, url };
    const { to, url: address, headers } = this.#vendor.for(wasm.modelOfCall(body, from.url));
    return { called, from, to, address, headers, body, ...(await this.#ledgers.convert(caller, body, { from, to })) };
  }
}

/** Returns an address without its query, which may contain a key. */
const addressOf = ({ origin, pathname }) => `${origin}${pathname}`;

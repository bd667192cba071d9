// One guard: what it does with a call. Each own step may fail; then the call goes on as the caller made it.
import { audit, repair } from "../audit/audit.js";
import { Answer, idOf } from "./answer.js";
import { callOf, headersOf, isSigned } from "./call.js";
import { currentConversation } from "./context.js";
import { refusalOf } from "./envelope.js";
import { Flights } from "./flights.js";
import { Ledgers } from "./ledgers.js";
import { Notices } from "./notices.js";
import { providerOf, wireOf } from "./provider.js";
import { Recorder } from "./recorder.js";
import { isAboutRequest, isRefusal, judgeRefusal, mayBeMended, mendedAfter, readRefusal } from "./refusal.js";
import { takeBody } from "./request-body.js";
import { teeResponse } from "./response-tee.js";

/** How long a request waits for the answer that it goes on from, and for a store. */
const WAIT_MS = 1000;
const STORE_MS = 2000;
const encoder = new TextEncoder();
const isTorn = (error, { plain }) => error?.code === "E_LONE_SURROGATE" && typeof plain === "string";
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

export class Guard {
  #settings;
  #notices;
  #ledgers;
  #recorder;
  #flights = new Flights();
  /** The calls whose answers have ended and are not recorded yet. */
  #ended = new Set();
  #count = 0;
  #isDisposed = false;

  constructor(settings) {
    this.#settings = settings;
    this.#notices = new Notices(settings.hooks);
    this.#ledgers = new Ledgers(settings, STORE_MS);
    this.#recorder = new Recorder(this.#ledgers, {
      onRecorded: ({ about, audited, target }, answer) => this.#notices.tell("recorded", () => ({ ...about, report: audited, response: idOf(answer, target) })),
      onError: (error, exchange) => this.#notices.error(error, exchange.about),
    });
  }

  /**
   * Passes a call on to `send`: as it is if it is none of a provider. `trace` may say that nobody else has its bytes (`isOwn`), and which
   * `conversation` it belongs to; it gets `isSigned` if its body must not be changed, the `exchange` that comes of the call, and the `mended` one if there is one.
   */
  pass(args, send, trace = {}) {
    const [call, provider] = this.#isDisposed ? [] : this.#recognise(args);
    return provider ? this.#guard(args, { ...call, trace }, provider, send) : send(...args);
  }

  /** Resolves when every answer that has ended is recorded. Those that end meanwhile are not waited for: in a busy program there is always one. */
  async settled() {
    await Promise.all([...this.#ended].map((flight) => flight.settle()));
    await this.#recorder.settled();
  }

  dispose() {
    this.#isDisposed = true;
    this.#ledgers[dispose]();
  }

  /** Gives an object or a function the members by which a program waits for the guard and ends it. */
  lend(to) {
    return Object.assign(to, { settled: () => this.settled(), [dispose]: () => this.dispose() });
  }

  /** Tells of a failure outside of any call. */
  tellError(error) {
    this.#notices.error(error, {});
  }

  #recognise([input, init]) {
    try {
      const call = callOf(input, init);
      return call ? [call, providerOf(call, this.#settings)] : [];
    } catch (error) {
      this.#notices.error(error, {});
      return [];
    }
  }

  async #guard(args, call, provider, send) {
    call.trace.isSigned = isSigned(call);
    // The name is taken before anything is waited for.
    const conversation = this.#conversationOf(call);
    const body = await takeBody(call);
    if (body.error) this.#notices.error(body.error, {});
    const more = args.slice(2);
    const exchange = body.plain !== undefined && conversation && (await this.#prepare(call, provider, body, conversation.name));
    if (!exchange) return send(...body.args, ...more);
    call.trace.exchange = exchange;
    if (exchange.refusal) return exchange.refusal;
    const flight = this.#flights.add({ scope: conversation.name, wire: exchange.target.wire, body: body.plain });
    try {
      const response = await send(...exchange.args, ...more);
      return await this.#receive(exchange, response, flight, (sent) => send(...sent, ...more));
    } catch (error) {
      flight.end();
      throw error;
    }
  }

  /** The conversation of a call, by context, by option, or none; nothing if the caller's function fails: then it is unknown whose the call is. */
  #conversationOf(call) {
    const { conversation: option } = this.#settings;
    try {
      const name = currentConversation() ?? call.trace.conversation ?? (typeof option === "function" ? option(new URL(call.url.href), headersOf(call)) : option);
      if (name !== undefined && name !== null && (typeof name !== "string" || !name)) throw new TypeError("the name of a conversation is a string");
      return { name: name ?? undefined };
    } catch (error) {
      this.#notices.error(error, {});
      return undefined;
    }
  }

  /** Audits a request, and mends or refuses it if that is wanted. Gives nothing if the request is none, or if that failed. */
  async #prepare(call, provider, body, conversation) {
    const about = { call: ++this.#count, url: provider.target.url, wire: undefined, conversation, request: body.plain };
    try {
      const wire = wireOf(body.plain, provider);
      if (!wire) return undefined;
      const target = { ...provider.target, wire };
      about.wire = wire;
      await this.#flights.wait({ scope: conversation, wire, body: body.plain }, call.signal, WAIT_MS);
      const start = performance.now();
      const audited = await this.#audit(body.plain, target, conversation, about);
      const exchange = { about, target, conversation, body, trace: call.trace, signal: call.signal, sent: body.plain, args: body.args, ...audited };
      this.#notices.tell("report", () => ({ ...about, report: audited.report, ms: performance.now() - start }));
      if (this.#settings.mode === "repair" && audited.report.findings.length && !call.trace.isSigned) await this.#repair(exchange);
      if (this.#settings.mode === "block" && audited.report.verdict === "rejected") this.#refuse(exchange, call.url);
      return exchange;
    } catch (error) {
      // Half of a surrogate pair is sent as another letter, which only bytes can show.
      if (isTorn(error, body)) return this.#prepare(call, provider, { ...body, plain: encoder.encode(body.plain) }, conversation);
      this.#notices.error(error, about);
      return undefined;
    }
  }

  /** The report on a request. If the store fails, that of an audit without what was recorded; then the answer is recorded with the request. */
  async #audit(request, target, conversation, about) {
    const { allow, ...options } = this.#settings.repair;
    try {
      return { report: await this.#ledgers.use(conversation, request.length, (ledger) => ledger.audit(request, target, options)), isHeld: true };
    } catch (error) {
      if (error?.code === "E_LONE_SURROGATE") throw error;
      this.#notices.error(error, about);
      return { report: audit(request, target, options), isHeld: false };
    }
  }

  /** Puts the mended request in the place of the caller's, if anything is mended. */
  async #repair(exchange) {
    const { body, target, conversation, isHeld, about } = exchange;
    const options = this.#settings.repair;
    try {
      const mended = isHeld ? await this.#ledgers.use(conversation, 0, (ledger) => ledger.repair(body.plain, target, options)) : repair(body.plain, target, options);
      if (mended.applied.length) this.#replace(exchange, mended);
    } catch (error) {
      this.#notices.error(error, about);
    }
  }

  #replace(exchange, mended) {
    const { about, report: before } = exchange;
    exchange.args = exchange.body.argsWith(mended.request);
    Object.assign(exchange, { sent: mended.request, report: mended.report });
    exchange.trace.mended = { before, exchange, applied: mended.applied };
    this.#notices.tell("repaired", () => ({ ...about, before, report: mended.report, applied: mended.applied, sent: mended.request }));
  }

  #refuse(exchange, url) {
    exchange.refusal = refusalOf(exchange.report, url);
    this.#notices.tell("blocked", () => ({ ...exchange.about, report: exchange.report, status: 400, predicted: true, blocked: true, retried: false }));
  }

  /** Passes the response on, and takes what it says. */
  async #receive(exchange, response, flight, send) {
    if (isRefusal(response)) {
      flight.end();
      return this.#refused(exchange, response, send);
    }
    return this.#passed(exchange, response, flight);
  }

  /** Gives the caller the response as it comes, and records it when it has ended. */
  #passed(exchange, response, flight) {
    try {
      if (!response.ok) return flight.end(), response;
      const answer = new Answer(response, exchange.target, (told) => this.#record(exchange, told, flight));
      const made = teeResponse(response, answer.copy, (kind) => {
        flight.record();
        // A stream that said that it is over may be recorded before its connection ends.
        if (!flight.isOver) this.#ended.add(flight);
        answer.end(kind);
      });
      if (!made) return flight.end(), response;
      flight.answer(answer);
      return made;
    } catch (error) {
      this.#notices.error(error, exchange.about);
      flight.end();
      return response;
    }
  }

  async #record(exchange, { answer, error }, flight) {
    if (error) this.#notices.error(error, exchange.about);
    if (answer) {
      const { about, conversation, report, isHeld, sent, target } = exchange;
      await this.#recorder.record({ about, conversation, target, audited: report, ...(isHeld ? { report } : { request: sent }) }, { ...answer, time: Date.now() });
    }
    this.#ended.delete(flight);
    flight.end();
  }

  /** Tells of a refusal and, if that is allowed and something can be mended by it, sends the mended request once. */
  async #refused(exchange, refusal, send) {
    let response = refusal;
    try {
      const mayRetry = this.#settings.retry && !exchange.isRetry && !exchange.trace.isSigned && mayBeMended(refusal);
      if (!mayRetry) return this.#watchRefusal(exchange, refusal);
      const read = await readRefusal(refusal);
      response = read.response;
      if (!read.bytes) return response;
      const judged = judgeRefusal(read.bytes, exchange.report);
      const mended = judged.classified && (await this.#ledgers.use(exchange.conversation, 0, (ledger) => mendedAfter({ ...exchange, ...judged, options: this.#settings.repair, ledger })));
      this.#tellRefused(exchange, refusal, judged, Boolean(mended));
      if (!mended) return response;
      return await this.#sendAgain(exchange, mended, response, send);
    } catch (error) {
      if (exchange.signal?.aborted) throw error;
      this.#notices.error(error, exchange.about);
      return response;
    }
  }

  async #sendAgain(exchange, mended, first, send) {
    const again = { ...exchange, isRetry: true, isHeld: true };
    this.#replace(again, mended);
    const flight = this.#flights.add({ scope: exchange.conversation, wire: exchange.target.wire, body: exchange.body.plain });
    try {
      const response = await send(again.args);
      return await this.#receive(again, response, flight, send);
    } catch (error) {
      flight.end();
      // If the caller gave up, that is the end; if the second try did not come through, the first answer stands.
      if (exchange.signal?.aborted) throw error;
      return first;
    }
  }

  /** Reads an error along as the caller gets it, and tells of it. */
  #watchRefusal(exchange, refusal) {
    const tell = () => {
      try {
        this.#tellRefused(exchange, refusal, judgeRefusal(answer.copy.bytes, exchange.report), false);
      } catch (error) {
        this.#notices.error(error, exchange.about);
      }
    };
    const answer = new Answer(refusal, exchange.target, tell);
    return teeResponse(refusal, answer.copy, (kind) => answer.end(kind)) ?? refusal;
  }

  #tellRefused({ about, report }, { status }, judged, retried) {
    if (!judged.classified && !isAboutRequest(status)) return;
    this.#notices.tell("refused", () => ({ ...about, report, status, ...judged, blocked: false, retried }));
  }
}

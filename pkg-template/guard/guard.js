// One guard: what it does with a call. Each own step may fail; then the call goes on as the caller made it.
import * as glue from "../wasm/glue.js";
import { audit, repair } from "../audit/audit.js";
import { InputError } from "../errors/index.js";
import { guarded } from "../wasm/recover.js";
import { Answer } from "./answer.js";
import { blockedResponse, blocks } from "./blocked-response.js";
import { choicesFor } from "./choices.js";
import { callOf, headersOf, isSigned } from "./call.js";
import { Exchange } from "./exchange.js";
import { Flights } from "./flights.js";
import { forgottenOf } from "./forgotten.js";
import { HeldEnd } from "./held-end.js";
import { identityOf } from "./identity.js";
import { countGuard, isInHand, sendInHand } from "./nesting.js";
import { workOnLedger } from "./ledger-work.js";
import { Ledgers } from "./ledgers.js";
import { lazily } from "./lazily.js";
import { lendMembers } from "./lent-members.js";
import { Notices } from "./notices.js";
import { providerOf } from "./provider.js";
import { answerFingerprint } from "./read-answer.js";
import { Recorder } from "./recorder.js";
import { Retention } from "./retention.js";
import { isAboutRequest, isRefusal, judgeRefusal, mayBeRepaired, repairedAfter, readRefusal } from "./refusal.js";
import { takeBody } from "./request-body.js";
import { teeResponse } from "./response-tee.js";

const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
/** Returns the requested model: from the address, or from the body. */
const modelOfCall = guarded(glue.modelOfCall);

export class Guard {
  #settings;
  #notices;
  #ledgers;
  #recorder;
  #flights;
  #retention;
  /** The calls whose answers have ended and are not recorded yet. */
  #ended = new Set();
  /** The audits that are under way. */
  #preparing = new Set();
  #count = 0;
  #isDisposed = false;
  #isUsed = false;

  constructor(settings) {
    countGuard();
    this.#settings = settings;
    this.#notices = new Notices(settings);
    this.#ledgers = new Ledgers(settings, (call) => {
      this.#notices.noteStore(call);
      this.#notices.emit("store", () => ({ ...call, queue: this.#recorder.queue }));
    });
    this.#flights = new Flights(this.#ledgers.isLocal);
    this.#recorder = new Recorder(this.#ledgers, {
      isDurable: settings.durable,
      onRecorded: ({ about, audited, responseId, write }) => {
        this.#retention.note();
        if (!write) this.#notices.emit("recorded", () => ({ ...about, report: audited, response: responseId() }));
      },
      onError: (error, exchange) => this.#notices.storeError(error, exchange.about, { isForEach: settings.durable }),
    });
    this.#retention = new Retention(settings.store, settings.retention, (error) => this.#notices.storeError(error, {}));
  }

  /**
   * Passes a call on to `send`. It is unchanged if it is not a call to a provider, or if another guard has it in hand. `trace` may say that nobody else has its bytes (`isOwn`), which
   * `conversation` and `account` it belongs to, that clients share the guard (`isShared`), and the digest of the client's `token`. It gets `isSigned` if its body must not be changed,
   * the `exchange` of the call once it is audited, its `repair` if there is one, and the `answer` as it comes.
   */
  pass(args, send, trace = {}) {
    this.#isUsed = true;
    const [call, provider] = this.#isDisposed || isInHand(this, args) ? [] : this.#recognise(args);
    return provider ? this.#guard(args, { ...call, trace }, provider, send) : send(...args);
  }

  /** Resolves when every request that was sent is audited, and every answer that has ended is recorded. Those that end meanwhile are not waited for: in a busy program there is always one. */
  async settled() {
    await Promise.all(this.#preparing);
    await Promise.all([...this.#ended].map((flight) => flight.settle()));
    await this.#recorder.settled();
    await this.#retention.settled();
  }

  /** The number of answers that the store has not taken. */
  get waiting() {
    return this.#recorder.queue.answers;
  }

  /** Calls `work` with the ledger of a conversation, for a call that the guard does not pass on. Resolves to its result, or to `undefined` if the store fails. */
  useLedger(call, work) {
    const worked = workOnLedger(call, work, { ledgers: this.#ledgers, recorder: this.#recorder, notices: this.#notices, storeTimeout: this.#settings.storeTimeout });
    const done = worked.catch(() => {}).finally(() => this.#preparing.delete(done));
    this.#preparing.add(done);
    return worked;
  }

  /** Deletes answers: those that wait for the store, those that are loaded, and those in the store. Resolves to their number. */
  async forget(given) {
    const { what, isForgotten } = forgottenOf(given, this.#settings);
    // Answers that are being written are in the store then, or wait.
    await this.settled();
    const count = this.#recorder.forget(isForgotten);
    this.#ledgers.closeAll();
    return count + (await this.#settings.store.delete(what));
  }

  dispose() {
    this.#isDisposed = true;
    this.#ledgers[dispose]();
  }

  /** Gives an object or a function the members by which a program waits for the guard and ends it. */
  lend(to) {
    return lendMembers(this, to);
  }

  /** True if any call came here. */
  get isUsed() {
    return this.#isUsed;
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
    const begun = performance.now();
    // The names are taken before anything is waited for.
    const identity = this.#attempt(() => identityOf(call, this.#settings));
    const choices = identity && this.#attempt(() => choicesFor(call, identity, this.#settings));
    if (!choices) return send(...args);
    const body = await takeBody(call);
    if (body.error) this.#notices.error(body.error, {});
    const more = args.slice(2);
    // A caller that has aborted gets what the fetch in the guard says to that.
    const exchange = body.plain !== undefined && !call.signal?.aborted && this.#begin({ call, provider, body, identity, choices });
    if (!exchange) return send(...body.args, ...more);
    const clock = (exchange.clock = { begun, sent: begun });
    const timed = (...sent) => {
      clock.sent = performance.now();
      return sendInHand(this, sent, () => send(...sent, ...more));
    };
    exchange.ready = this.#prepare(exchange);
    if (!(await this.#isReady(exchange))) return send(...body.args, ...more);
    if (exchange.refusal) return exchange.refusal;
    const flight = this.#flights.add(exchange.compared);
    exchange.ready.then(() => flight.audited());
    try {
      exchange.held = performance.now() - begun;
      const response = await timed(...exchange.args);
      return await this.#receive(exchange, response, flight, (sent) => timed(...sent));
    } catch (error) {
      flight.end();
      this.#emitAnswered(exchange, { error });
      throw error;
    }
  }

  /** False if the audit failed. What is observed goes on as soon as the audit waits for something: then that is done beside the call. */
  async #isReady({ ready, waits, mode }) {
    return mode === "observe" ? Promise.race([ready, waits.then(() => true)]) : ready;
  }

  /** Returns what a function gives; nothing if it fails, because a function of the program does. Then it is unknown whose a call is, or what is wanted of it. */
  #attempt(work) {
    try {
      return work();
    } catch (error) {
      this.#notices.error(error, {});
      return undefined;
    }
  }

  #begin(given) {
    try {
      return Exchange.begin({ ...given, number: ++this.#count, storeTimeout: this.#settings.storeTimeout });
    } catch (error) {
      this.#notices.error(error, { call: this.#count, url: given.provider.target.url });
      return undefined;
    }
  }

  /** Audits a request, and mends or refuses it if that is wanted. Resolves to false if that failed, or if the caller aborts. */
  async #prepare(exchange) {
    const preparing = this.#judge(exchange).catch((error) => {
      if (!exchange.signal?.aborted) this.#notices.error(error, exchange.about);
      return false;
    });
    this.#preparing.add(preparing);
    const isJudged = await preparing;
    this.#preparing.delete(preparing);
    return isJudged;
  }

  async #judge(exchange) {
    const { about, compared, patience, trace, mode } = exchange;
    // Nothing is known of an answer while the store does not read.
    if (!this.#ledgers.isStuck) await this.#flights.wait(compared, patience);
    const start = performance.now();
    try {
      Object.assign(exchange, await this.#audit(exchange));
    } catch (error) {
      if (exchange.takeBytesAfter(error)) return this.#judge(exchange);
      throw error;
    }
    const { report } = exchange;
    this.#notices.emit("report", () => ({ ...about, report, ms: performance.now() - start }));
    if (["repair", "dry-run"].includes(mode) && report.findings.length && !trace.isSigned) await this.#repair(exchange);
    if (mode === "block" && blocks(report, this.#settings.failOn)) this.#refuse(exchange);
    trace.exchange = exchange;
    return true;
  }

  /** The report on a request. If the store fails, that of an audit without what was recorded; then the answer is recorded with the request. */
  async #audit({ sent, target, conversation, about, patience, repair: { allow, ...options } }) {
    try {
      return { report: await this.#ledgers.use(conversation, sent.length, patience, (ledger) => ledger.audit(sent, target, options)), isHeld: true };
    } catch (error) {
      if (error?.code === "E_LONE_SURROGATE" || patience.isAborted) throw error;
      this.#notices.storeError(error, about);
      return { report: audit(sent, target, options), isHeld: false };
    }
  }

  /** Sends the repaired request instead of the caller's, if anything was repaired. */
  async #repair(exchange) {
    const { body, target, conversation, isHeld, about, patience, repair: options } = exchange;
    try {
      const repaired = isHeld ? await this.#ledgers.use(conversation, 0, patience, (ledger) => ledger.repair(body.plain, target, options)) : repair(body.plain, target, options);
      exchange.skipped = repaired.skipped;
      if (repaired.applied.length) exchange.mode === "dry-run" ? this.#emitDryRun(exchange, repaired) : this.#replace(exchange, repaired);
    } catch (error) {
      if (!exchange.signal?.aborted) this.#notices.storeError(error, about);
    }
  }

  #replace(exchange, repaired) {
    const { about, report: before } = exchange;
    exchange.replaceRequest(repaired);
    exchange.trace.repair = { before, exchange, applied: repaired.applied };
    this.#notices.emit("repaired", () => ({ ...about, before, report: repaired.report, applied: repaired.applied, repaired: repaired.request, sent: repaired.request, isDryRun: false }));
  }

  /** Tells what a repair would change. The caller's bytes are sent. */
  #emitDryRun({ about, report: before, body }, { report, applied, request }) {
    this.#notices.emit("repaired", () => ({ ...about, before, report, applied, repaired: request, sent: body.plain, isDryRun: true }));
  }

  #refuse(exchange) {
    const { about, report, url } = exchange;
    exchange.refusal = blockedResponse(report, url);
    const predicted = report.findings.some(({ severity }) => severity === "reject");
    this.#notices.emit("blocked", () => ({ ...about, report, status: 400, predicted, blocked: true, retried: false }));
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
      if (!response.ok) return flight.end(), this.#emitAnswered(exchange, response), response;
      const answer = new Answer(response, exchange.target, (call) => this.#record(exchange, { ...call, status: response.status }, flight));
      const made = teeResponse(response, answer.copy, (kind) => {
        flight.record();
        exchange.clock.ended = performance.now();
        exchange.isCut = kind !== "whole";
        // A stream that said that it is over may be recorded before its connection ends.
        if (!flight.isOver) this.#ended.add(flight);
        answer.end(kind);
      }, this.#settings.durable ? new HeldEnd(answer, flight) : undefined);
      if (!made) return flight.end(), this.#unread(exchange, response);
      flight.answer(answer);
      exchange.trace.answer = answer;
      return made;
    } catch (error) {
      this.#notices.error(error, exchange.about);
      flight.end();
      return response;
    }
  }

  /** Passes a response on that cannot be read along: it has no body, or one that is not a stream of the web, as node-fetch gives. */
  #unread(exchange, response) {
    if (response.body) this.#notices.error(new InputError("the body of the response is not a ReadableStream, so the answer is not recorded. Give guard a fetch whose responses have one", { code: "E_INPUT" }), exchange.about);
    this.#emitAnswered(exchange, response);
    return response;
  }

  /** Tells that the provider has answered, or could not be reached. */
  #emitAnswered({ about, report, sent, clock, held, isCut }, { status, error, responseId = () => undefined }) {
    const ms = (clock.ended ?? performance.now()) - clock.sent;
    try {
      this.#notices.emit("answered", () => ({ ...about, report, model: modelOfCall(sent, about.url), response: responseId(), status, error: error?.cause?.code ?? error?.code ?? error?.name, ms, held, isCut }));
    } catch (fault) {
      this.#notices.error(fault, about);
    }
  }

  async #record(exchange, { answer, error, status }, flight) {
    const responseId = lazily(() => answer && answerFingerprint(answer, exchange.target).id);
    this.#emitAnswered(exchange, { status, responseId });
    if (error) this.#notices.error(error, exchange.about);
    if (answer) await this.#recordAnswer(exchange, { ...answer, time: Date.now() }, responseId, () => flight.know());
    this.#ended.delete(flight);
    flight.end();
  }

  async #recordAnswer(exchange, answer, responseId, onKnown) {
    if (!(await exchange.ready)) return;
    const { about, conversation, report, isHeld, sent, target } = exchange;
    await this.#recorder.record({ about, conversation, target, audited: report, responseId, onKnown, ...(isHeld ? { report } : { request: sent }) }, answer);
  }

  /** Reports a refusal and, if that is allowed and something can be repaired by it, sends the repaired request once. */
  async #refused(exchange, refusal, send) {
    const mayRetry = exchange.retry && !exchange.isRetry && !exchange.trace.isSigned && mayBeRepaired(refusal);
    if (!mayRetry) return this.#watchRefusal(exchange, refusal);
    const { response, repaired } = await this.#repairRefused(exchange, refusal);
    this.#emitAnswered(exchange, refusal);
    return repaired && !exchange.signal?.aborted ? this.#sendAgain(exchange, repaired, response, send) : response;
  }

  /** The request repaired by what a refusal says, if it can be, and the refusal with all of its bytes. */
  async #repairRefused(exchange, refusal) {
    let response = refusal;
    try {
      const read = await readRefusal(refusal, exchange.signal);
      response = read.response;
      if (!read.bytes || !(await exchange.ready)) return { response };
      const judged = judgeRefusal(read.bytes, exchange.report);
      const { conversation, patience } = exchange;
      const repaired = judged.classified && (await this.#ledgers.use(conversation, 0, patience, (ledger) => repairedAfter({ ...exchange, ...judged, options: exchange.repair, ledger })));
      this.#emitRefused(exchange, refusal, judged, Boolean(repaired));
      return { response, repaired };
    } catch (error) {
      if (!exchange.signal?.aborted) this.#notices.storeError(error, exchange.about);
      return { response };
    }
  }

  async #sendAgain(exchange, repaired, first, send) {
    const again = exchange.again();
    const flight = this.#flights.add(exchange.compared);
    flight.audited();
    try {
      this.#replace(again, repaired);
      const response = await send(again.args);
      return await this.#receive(again, response, flight, send);
    } catch (error) {
      flight.end();
      // If the caller gave up, that is the end; if the second try did not come through, the first answer stands.
      if (exchange.signal?.aborted) throw error;
      this.#notices.error(error, exchange.about);
      return first;
    }
  }

  /** Reads a refusal while the caller reads it, and reports it. */
  #watchRefusal(exchange, refusal) {
    const report = async () => {
      try {
        if (await exchange.ready) this.#emitRefused(exchange, refusal, judgeRefusal(answer.copy.bytes, exchange.report), false);
      } catch (error) {
        this.#notices.error(error, exchange.about);
      }
      this.#emitAnswered(exchange, refusal);
    };
    const answer = new Answer(refusal, exchange.target, report);
    return teeResponse(refusal, answer.copy, (kind) => answer.end(kind)) ?? (this.#emitAnswered(exchange, refusal), refusal);
  }

  #emitRefused({ about, report, skipped }, { status }, judged, retried) {
    if (!judged.classified && !isAboutRequest(status)) return;
    this.#notices.emit("refused", () => ({ ...about, report, ...(skipped ? { skipped } : {}), status, ...judged, blocked: false, retried }));
  }
}

/**
 * A session: the exchanges of a transcript in their order, each request audited against everything the model emitted before it. It does not depend on
 * the page and also runs in Node. Verdicts are made while records arrive; everything expensive is made on first use.
 */
import type { Conversion, Followed, History, Ledger, Repaired, Report, Target, TranscriptExchange, TranscriptFault, TranscriptOutcome, TranscriptRecord, Turn } from "rethought/slim";
import { haveSameBytes } from "../bytes";
import type { Core } from "../core/core";
import { errorMessage } from "../errors";
import { readAnswer, toAnswerFields, unreadAnswer } from "./answer";
import { type ConversationState, isOverBudget, newConversation } from "./conversation-state";
import { type Exchange, gravestVerdict } from "./exchange";
import { FindingsByPlace } from "./findings-by-place";
import { IncrementalRequest } from "./incremental-request";
import { RecentCache } from "./recent-cache";
import { describeWire } from "./wires";

/** A request of a conversation that is recorded message by message: its first `length` pieces. */
interface RequestPrefix {
  readonly incremental: IncrementalRequest;
  readonly length: number;
}

/** A part of an earlier answer, with its fate and the exchange of that answer. */
export type FollowedPart = Followed & { exchange: number };

/** The number of decoded turns and requests that are kept. One has some thousand objects. */
const CACHE_SIZE = 64;

export class Session {
  readonly exchanges: Exchange[] = [];
  /** The lines of the transcript that could not be read. */
  readonly faults: TranscriptFault[] = [];
  readonly #core: Core;
  readonly #conversations = new Map<string, ConversationState>();
  /** Reports made by a ledger. The ledger has their requests and can record their answers without reading the request again. */
  readonly #ledgerReports = new WeakSet<Report>();
  readonly #prefixes = new Map<number, RequestPrefix>();
  readonly #previous: (number | undefined)[] = [];
  /** The exchanges of each request that is recorded message by message. */
  readonly #exchangesOf = new Map<IncrementalRequest, number[]>();
  /** Exchanges of long conversations whose answers are read later, and the number of those that are read. Only the timeline needs them. */
  readonly #laterAnswers: number[] = [];
  #laterAnswersRead = 0;
  readonly #turns = new RecentCache<Turn>(CACHE_SIZE);
  readonly #histories = new RecentCache<History>(CACHE_SIZE);

  constructor(core: Core) {
    this.#core = core;
  }

  /** Adds a record of the transcript. */
  add(record: TranscriptRecord): void {
    if (record.type === "fault") this.faults.push(record);
    else if (record.type === "session") this.#addOutcome(record);
    else this.#addExchange(record);
  }

  /** Shows the part of a session that a sink lost. Errors of the run itself are in its exchanges. */
  #addOutcome({ status, errors }: TranscriptOutcome): void {
    if (status !== "partial") return;
    const lost = errors.filter(({ type }) => type === "sink").map(({ message }) => message);
    this.faults.push({ type: "fault", line: 1, offset: 0, reason: `The session is recorded in part: ${lost.join("; ") || "a sink failed"}` });
  }

  /**
   * Ends the transcript. The last request of a long conversation contains all of it, so its audit gives a verdict to every turn without a separate
   * audit.
   */
  finish(): void {
    // Some readers report a fault only after they have read the lines that follow it.
    this.faults.sort((one, other) => one.offset - other.offset);
    for (const { lastExchange } of this.#conversations.values()) {
      if (lastExchange === undefined) continue;
      const incremental = this.#prefixes.get(lastExchange)?.incremental;
      const report = this.report(lastExchange);
      if (incremental && report) this.#setVerdictsFrom(report, incremental, this.#exchangesOf.get(incremental) ?? []);
    }
  }

  /** Gives every exchange of a long request the verdict of the findings in the messages that it added. */
  #setVerdictsFrom(report: Report, incremental: IncrementalRequest, nths: readonly number[]): void {
    const findings = new FindingsByPlace(report.findings);
    for (const nth of nths) {
      const exchange = this.exchanges[nth];
      if (!exchange || exchange.report) continue;
      const previousLength = this.#prefixes.get(this.#previous[nth] ?? -1)?.length ?? 0;
      const from = incremental.endOf(previousLength);
      const to = incremental.endOf(this.#prefixes.get(nth)?.length ?? 0);
      exchange.verdictFromLater = gravestVerdict(findings.within(from, to));
    }
  }

  /** Reads answers that were left for later until the given time. Returns `true` if more are left. */
  readPendingAnswers(until: number): boolean {
    while (this.#laterAnswersRead < this.#laterAnswers.length) {
      const exchange = this.exchanges[this.#laterAnswers[this.#laterAnswersRead++] as number];
      if (exchange) Object.assign(exchange, toAnswerFields(readAnswer(this.#core, exchange.record, exchange.target), exchange));
      if (performance.now() >= until) break;
    }
    return this.#laterAnswersRead < this.#laterAnswers.length;
  }

  /** The body of a request. */
  request(nth: number): Uint8Array | undefined {
    const prefix = this.#prefixes.get(nth);
    return prefix ? prefix.incremental.build(prefix.length) : this.exchanges[nth]?.record.request;
  }

  /** The size of a request in bytes, without building it. */
  requestSize(nth: number): number {
    const prefix = this.#prefixes.get(nth);
    return prefix ? prefix.incremental.endOf(prefix.length) : (this.exchanges[nth]?.record.request?.length ?? 0);
  }

  /** The decoded answer. */
  turn(nth: number): Turn | undefined {
    const exchange = this.exchanges[nth];
    if (!exchange?.answer || exchange.refusal) return undefined;
    return this.#turns.getOrMake(nth, () => this.#core.decode(exchange.answer as Uint8Array, exchange.target));
  }

  /** The decoded messages of a request. */
  history(nth: number): History | undefined {
    const request = this.request(nth);
    const exchange = this.exchanges[nth];
    if (!request || !exchange) return undefined;
    return this.#histories.getOrMake(nth, () => this.#core.readRequest(request, exchange.target));
  }

  /** Counts the messages at the start of a request that have the same bytes in the previous request of the conversation. */
  countEarlierMessages(nth: number): number {
    const previous = this.#previous[nth];
    if (previous === undefined) return 0;
    const body = this.request(nth);
    const previousBody = this.request(previous);
    if (!body || !previousBody) return 0;
    const messages = this.history(nth)?.entries ?? [];
    const previousMessages = this.history(previous)?.entries ?? [];
    const changed = messages.findIndex((message, at) => {
      const before = previousMessages[at];
      return !before || !haveSameBytes(body, message, previousBody, before);
    });
    return changed < 0 ? messages.length : changed;
  }

  /** The exchange before this one in its conversation. */
  previous(nth: number): number | undefined {
    return this.#previous[nth];
  }

  /** The audit of the recorded request, for its target. */
  report(nth: number): Report | undefined {
    const exchange = this.exchanges[nth];
    if (!exchange || exchange.report) return exchange?.report;
    const request = this.request(nth);
    if (!request) return undefined;
    try {
      exchange.report = this.audit(nth, request);
    } catch (error) {
      exchange.trouble ??= errorMessage(error);
    }
    return exchange.report;
  }

  /** Audits a draft of a request, or a request for another target. Throws if the target cannot be audited. */
  audit(nth: number, request: Uint8Array, target = this.exchanges[nth]?.target): Report | undefined {
    if (!this.exchanges[nth]) return undefined;
    const ledger = this.#completeLedger(nth);
    const wholeTarget = this.#withUnrecorded(nth, target);
    return ledger ? ledger.audit(request, wholeTarget) : this.#core.audit(request, wholeTarget);
  }

  /** Converts a request for a target of another wire. No ledger is used, because it would keep the entries of every trial. Throws if it cannot be converted. */
  convert(nth: number, request: Uint8Array, target: Target): Conversion<Uint8Array> | undefined {
    const exchange = this.exchanges[nth];
    return exchange && this.#core.convert(request, { from: exchange.target, to: this.#withUnrecorded(nth, target) });
  }

  /** Applies the safe fixes to a request, and those that `allow` names. */
  repair(nth: number, request: Uint8Array, allow: readonly ("unsafe" | "placeholder")[]): Repaired<Uint8Array> | undefined {
    const exchange = this.exchanges[nth];
    if (!exchange) return undefined;
    const ledger = this.#completeLedger(nth);
    return this.#core.repair(request, exchange.target, { allow, ...(ledger && { ledger }) });
  }

  /** Finds the fate, in this request, of every part of the earlier answers. */
  followParts(nth: number): FollowedPart[] {
    const exchange = this.exchanges[nth];
    const request = this.request(nth);
    const conversation = exchange && this.#conversations.get(exchange.conversation);
    if (!exchange || !request || !conversation) return [];
    return conversation.ledger.follow(request, exchange.target).flatMap((part) => {
      const from = conversation.recordedExchanges[part.response];
      return from === undefined || from >= nth ? [] : [{ ...part, exchange: from }];
    });
  }

  #addExchange(record: TranscriptExchange): void {
    const nth = this.exchanges.length;
    const name = record.session ?? "";
    const target = toTarget(record);
    const conversation = this.#conversations.get(name) ?? newConversation(this.#core, this.#conversations.get(record.branchOf ?? ""));
    this.#conversations.set(name, conversation);
    if (record.added || record.opening) this.#appendMessages(nth, record, target, conversation);
    const { report, trouble } = this.#auditOnArrival(nth, record, target, conversation);
    const readLater = !report && !trouble && this.#prefixes.has(nth) && !((record.status ?? 0) >= 400);
    const answer = readLater ? unreadAnswer(record) : readAnswer(this.#core, record, target);
    if (readLater) this.#laterAnswers.push(nth);
    const exchange: Exchange = { nth, record, conversation: name, target, ...toAnswerFields(answer, { record, target, trouble }), report, verdictFromLater: undefined };
    this.#previous[nth] = conversation.lastExchange;
    conversation.lastExchange = nth;
    this.exchanges.push(exchange);
    const isRequestKnown = record.request || (this.#prefixes.has(nth) && !isOverBudget(conversation));
    if (answer.body && !answer.refusal && isRequestKnown) this.#recordAnswer(exchange, conversation);
    conversation.incremental?.append(record.reply);
  }

  #appendMessages(nth: number, record: TranscriptExchange, target: Target, conversation: ConversationState): void {
    if (record.opening || !conversation.incremental) conversation.incremental = new IncrementalRequest(record.opening, target.wire);
    conversation.incremental.append(record.added);
    this.#prefixes.set(nth, { incremental: conversation.incremental, length: conversation.incremental.length });
    const others = this.#exchangesOf.get(conversation.incremental);
    if (others) others.push(nth);
    else this.#exchangesOf.set(conversation.incremental, [nth]);
  }

  /**
   * Audits a request when it arrives. Once the budget of a conversation is spent, it audits only when the request has doubled in size, until it finds
   * a problem.
   */
  #auditOnArrival(nth: number, record: TranscriptExchange, target: Target, conversation: ConversationState): { report?: Report; trouble?: string } {
    const incremental = this.#prefixes.get(nth)?.incremental;
    if (incremental) conversation.auditedBytes += incremental.size;
    const isLong = isOverBudget(conversation);
    if (incremental ? isLong && incremental.size < conversation.nextAuditSize : !record.request) return {};
    try {
      const request = incremental ? incremental.build(incremental.length) : (record.request as Uint8Array);
      const report = isLong ? this.#core.audit(request, target) : conversation.ledger.audit(request, target);
      if (!isLong) this.#ledgerReports.add(report);
      if (incremental) conversation.nextAuditSize = report.verdict === "accepted" ? 2 * incremental.size : Number.POSITIVE_INFINITY;
      return { report };
    } catch (error) {
      return { trouble: errorMessage(error) };
    }
  }

  #recordAnswer(exchange: Exchange, conversation: ConversationState): void {
    const { record, target, nth, report } = exchange;
    const answer = record.stream ? { stream: record.stream } : { response: record.response as Uint8Array };
    const time = Date.parse(record.time ?? "");
    const answerAndTime = Number.isNaN(time) ? answer : { ...answer, time };
    try {
      const isNew =
        report && this.#ledgerReports.has(report)
          ? conversation.ledger.record(report, answerAndTime)
          : conversation.ledger.record({ request: record.request as Uint8Array, target, ...answerAndTime });
      if (isNew) conversation.recordedExchanges.push(nth);
    } catch (error) {
      exchange.trouble ??= errorMessage(error);
    }
  }

  /** Another target does not change which parts the transcript lacks, except that it may name a host. */
  #withUnrecorded(nth: number, target: Target | undefined): Target {
    const unrecorded = this.exchanges[nth]?.target.unrecorded?.filter((part) => part !== "host" || !(target?.host || target?.url));
    return unrecorded?.length ? { ...target, unrecorded } : { ...target };
  }

  /**
   * Returns the ledger of the conversation, if it has every answer before the exchange. A ledger with gaps would report thoughts that it has merely
   * not seen.
   */
  #completeLedger(nth: number): Ledger | undefined {
    const exchange = this.exchanges[nth];
    const conversation = exchange && this.#conversations.get(exchange.conversation);
    return conversation && (!this.#prefixes.has(nth) || !isOverBudget(conversation)) ? conversation.ledger : undefined;
  }
}

function toTarget({ wire, url, host, model, request, unrecorded }: TranscriptExchange): Target {
  const target: Target = unrecorded ? { unrecorded } : {};
  if (url) target.url = url;
  else if (host) target.host = host;
  if (wire && !url) target.wire = wire;
  if (model && (!request || describeWire(wire)?.model === "address")) target.model = model;
  return target;
}

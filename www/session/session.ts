/**
 * A session: its exchanges as `SessionReader` of the package reads and audits them. Every verdict is that of the core. The page adds what only it shows:
 * decoded answers and messages, and the ledger that a draft, another target or the fates of parts are compared with. It does not depend on the page and also
 * runs in Node.
 */
import type { Conversion, Followed, History, Ledger, Repaired, Report, Target, TranscriptFault, TranscriptOutcome, Turn } from "rethought/slim";
import type { SessionExchange, SessionRecord } from "rethought/slim/sessions";
import { commonPrefix, haveSameBytes } from "../bytes";
import type { Core } from "../core/core";
import { readAnswer, unreadAnswer } from "./answer";
import type { Exchange } from "./exchange";
import { RecentCache } from "./recent-cache";

/** A part of an earlier answer, with its fate and the exchange of that answer. */
export type FollowedPart = Followed & { exchange: number };

/** A conversation and its branches, which begin with the same messages. */
interface Family {
  readonly exchanges: number[];
  /** The bytes of its requests. */
  bytes: number;
  ledger: Ledger | undefined;
  /** The number of its exchanges that the ledger has read. */
  read: number;
  /** The exchange of each answer in the ledger. */
  readonly recorded: number[];
}

/** The number of decoded turns and requests that are kept. One has some thousand objects. */
const CACHE_SIZE = 64;
/** Answers are decoded when they arrive up to this many bytes, and later from then on. Only the timeline needs them. */
const ANSWER_BYTES = 2 << 20;
/** So many bytes show whether two conversations begin alike. */
const BEGINNING_BYTES = 512;
/** The largest family that has a ledger. Its requests repeat each other, and each is read once. */
const LEDGER_BYTES = 16 << 20;

export class Session {
  readonly exchanges: Exchange[] = [];
  /** The lines of the transcript that could not be read. */
  readonly faults: TranscriptFault[] = [];
  readonly #core: Core;
  readonly #families = new Map<string, Family>();
  /** The first bytes of the messages that each conversation began with. */
  readonly #beginnings = new Map<string, Uint8Array>();
  #answerBytes = 0;
  /** The number of answers that are decoded. */
  #answersRead = 0;
  readonly #turns = new RecentCache<Turn>(CACHE_SIZE);
  readonly #histories = new RecentCache<History>(CACHE_SIZE);

  constructor(core: Core) {
    this.#core = core;
  }

  /** Adds a record of the session. */
  add(record: SessionRecord): void {
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

  /** Ends the transcript. Some readers report a fault only after they have read the lines that follow it. */
  finish(): void {
    this.faults.sort((one, other) => one.offset - other.offset);
  }

  /** Decodes answers that were left for later until the given time. Returns `true` if more are left. */
  readPendingAnswers(until: number): boolean {
    while (this.#answersRead < this.exchanges.length) {
      const exchange = this.exchanges[this.#answersRead++];
      if (exchange) Object.assign(exchange, readAnswer(this.#core, exchange.record));
      if (performance.now() >= until) break;
    }
    return this.#answersRead < this.exchanges.length;
  }

  /** The body of a request. */
  request(nth: number): Uint8Array | undefined {
    return this.exchanges[nth]?.record.request;
  }

  /** The size of a request in bytes, without building it. */
  requestSize(nth: number): number {
    return this.exchanges[nth]?.record.size ?? 0;
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
    const previous = this.previous(nth);
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
    return this.exchanges[nth]?.record.previous;
  }

  /** The audit of the recorded request, for its target. */
  report(nth: number): Report | undefined {
    return this.exchanges[nth]?.report;
  }

  /** Audits a draft of a request, or a request for another target. Throws if the target cannot be audited. */
  audit(nth: number, request: Uint8Array, target = this.exchanges[nth]?.target): Report | undefined {
    if (!this.exchanges[nth]) return undefined;
    const ledger = this.#ledgerBefore(nth)?.ledger;
    const wholeTarget = this.#withUnrecorded(nth, target);
    return ledger ? ledger.audit(request, wholeTarget) : this.#core.audit(request, wholeTarget);
  }

  /** Converts a request for a target of another wire. No ledger is used, because it would keep the entries of every trial. Throws if it cannot be converted. */
  convert(nth: number, request: Uint8Array, target: Target): Conversion<Uint8Array> | undefined {
    const exchange = this.exchanges[nth];
    return exchange && this.#core.convert(request, { from: exchange.target, to: this.#withUnrecorded(nth, target) });
  }

  /** Applies the safe fixes to a request, and those that `allow` names. */
  repair(nth: number, request: Uint8Array, allow: readonly ("dead" | "unsafe" | "placeholder")[]): Repaired<Uint8Array> | undefined {
    const exchange = this.exchanges[nth];
    if (!exchange) return undefined;
    const ledger = this.#ledgerBefore(nth)?.ledger;
    return this.#core.repair(request, exchange.target, { allow, ...(ledger && { ledger }) });
  }

  /** Finds the fate, in this request, of every part of the earlier answers. */
  followParts(nth: number): FollowedPart[] {
    const exchange = this.exchanges[nth];
    const request = this.request(nth);
    const family = this.#ledgerBefore(nth);
    if (!exchange || !request || !family) return [];
    return family.ledger.follow(request, exchange.target).flatMap((part) => {
      const from = family.recorded[part.response];
      return from === undefined || from >= nth ? [] : [{ ...part, exchange: from }];
    });
  }

  #addExchange(record: SessionExchange): void {
    const { nth, target, report, session: conversation = "", trouble } = record;
    this.#answerBytes += (record.response ?? record.stream)?.length ?? 0;
    const isRead = this.#answersRead === nth && this.#answerBytes <= ANSWER_BYTES;
    const answer = isRead ? readAnswer(this.#core, record) : unreadAnswer(record);
    if (isRead) this.#answersRead += 1;
    const compactedFrom = this.#compactedFrom(record, conversation);
    this.exchanges.push({ nth, record, conversation, target: target ?? {}, calls: record.calls, compactedFrom, refusal: record.refusal, report, trouble, ...answer });
    const family = this.#families.get(conversation) ?? this.#families.get(record.branchOf ?? "") ?? { exchanges: [], bytes: 0, ledger: undefined, read: 0, recorded: [] };
    this.#families.set(conversation, family);
    family.exchanges.push(nth);
    family.bytes += record.size;
  }

  /** A conversation that begins again with other messages was compacted. One that begins again with the same ones has other settings. */
  #compactedFrom({ opening, added, previous }: SessionExchange, conversation: string): number | undefined {
    if (!opening || !added) return undefined;
    const before = this.#beginnings.get(conversation);
    this.#beginnings.set(conversation, added.subarray(0, BEGINNING_BYTES));
    if (!before || previous === undefined) return undefined;
    const compared = Math.min(before.length, added.length, BEGINNING_BYTES);
    return commonPrefix(before, added) < compared ? this.requestSize(previous) : undefined;
  }

  /** Another target does not change which parts the transcript lacks, except that it may name a host. */
  #withUnrecorded(nth: number, target: Target | undefined): Target {
    const unrecorded = this.exchanges[nth]?.target.unrecorded?.filter((part) => part !== "host" || !(target?.host || target?.url));
    return unrecorded?.length ? { ...target, unrecorded } : { ...target };
  }

  /**
   * Returns the family of an exchange, with every answer before it in the ledger; nothing for a family that is too long. A ledger with gaps would report
   * thoughts that it has merely not seen.
   */
  #ledgerBefore(nth: number): (Family & { ledger: Ledger }) | undefined {
    const exchange = this.exchanges[nth];
    const family = exchange && this.#families.get(exchange.conversation);
    if (!family || family.bytes > LEDGER_BYTES) return undefined;
    family.ledger ??= new this.#core.Ledger();
    for (; family.read < family.exchanges.length && (family.exchanges[family.read] as number) < nth; family.read++) {
      this.#recordAnswer(this.exchanges[family.exchanges[family.read] as number] as Exchange, family, family.ledger);
    }
    return family as Family & { ledger: Ledger };
  }

  #recordAnswer({ nth, record, target, refusal }: Exchange, family: Family, ledger: Ledger): void {
    const { request, response, stream } = record;
    if (!request || refusal || !(response ?? stream)) return;
    const time = Date.parse(record.time ?? "");
    const answer = response ? { response } : { stream: stream as Uint8Array };
    try {
      if (ledger.record({ request, target, ...answer, ...(Number.isNaN(time) ? {} : { time }) })) family.recorded.push(nth);
    } catch {
      // The core could not read it either, and the exchange says why.
    }
  }
}


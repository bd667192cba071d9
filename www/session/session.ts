/**
 * A session: exchanges in the order of the transcript, each request audited against what was emitted before it. Pure: it knows no page, and runs in
 * Node as it does here. What is costly is done when it is asked for, and what is told at a glance is done as records come in.
 */
import type { AuditOptions, Followed, History, Ledger, Report, Repaired, Target, TranscriptExchange, TranscriptFault, TranscriptRecord, Turn } from "rethought/slim";
import type { Core } from "../core";
import { reasonOf } from "../reason";
import { type Answer, askedIn, readAnswer, unread } from "./answer";
import { Conversation } from "./conversation";
import { type Exchange, worst } from "./exchange";
import { described } from "./wires";

/** How many bytes of requests are put together for audits of a conversation that is told message by message; afterwards only on demand. */
const BUDGET = 2 << 20;

/** Everything of one conversation. */
interface Line {
  ledger: Ledger;
  /** The numbers of the exchanges whose answers the ledger has, in its order. */
  recorded: number[];
  told: Conversation | undefined;
  /** How many bytes of requests were put together for audits, and at how many one is audited next when that was enough. */
  spent: number;
  next: number;
  /** The last exchange. */
  last: number | undefined;
}

export class Session {
  readonly exchanges: Exchange[] = [];
  readonly faults: TranscriptFault[] = [];
  readonly #core: Core;
  readonly #lines = new Map<string, Line>();
  /** The reports of a ledger, which knows what was asked. */
  readonly #recordable = new WeakSet<Report>();
  /** For exchanges of a conversation that is told message by message: which request it is. */
  readonly #told = new Map<number, { conversation: Conversation; length: number }>();
  readonly #before: (number | undefined)[] = [];
  /** Exchanges of long conversations whose answers have not been looked into: nothing but the timeline waits for that. */
  readonly #unread: number[] = [];
  readonly #turns = new Map<number, Turn>();
  readonly #histories = new Map<number, History>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Takes a record in. */
  take(record: TranscriptRecord): void {
    if (record.type === "fault") this.faults.push(record);
    else this.#add(record);
  }

  /** The end of the transcript: the last request of a long conversation has all of it, and its audit tells of every turn in it. */
  finish(): void {
    // Some readers tell of a piece only when they have seen the others.
    this.faults.sort((one, other) => one.offset - other.offset);
    for (const { last } of this.#lines.values()) {
      const [told, report] = last === undefined ? [] : [this.#told.get(last), this.report(last)];
      if (!told || !report) continue;
      for (const [nth, { conversation, length }] of this.#told) {
        const exchange = this.exchanges[nth];
        if (conversation !== told.conversation || !exchange || exchange.report) continue;
        const [from, to] = [conversation.offset(this.#told.get(this.#before[nth] ?? -1)?.length ?? 0), conversation.offset(length)];
        exchange.within = worst(report.findings.filter(({ start }) => start >= from && start < to));
      }
    }
  }

  /** Looks into answers that were left for later, as long as there is time; says whether there are more. */
  readOn(until: number): boolean {
    for (let nth = this.#unread.shift(); nth !== undefined; nth = this.#unread.shift()) {
      const exchange = this.exchanges[nth];
      if (exchange) Object.assign(exchange, told(readAnswer(this.#core, exchange.record, exchange.target), exchange));
      if (performance.now() >= until) break;
    }
    return this.#unread.length > 0;
  }

  /** The body of a request. */
  request(nth: number): Uint8Array | undefined {
    const told = this.#told.get(nth);
    return told ? told.conversation.request(told.length) : this.exchanges[nth]?.record.request;
  }

  /** How many bytes it has, without putting it together. */
  size(nth: number): number {
    const told = this.#told.get(nth);
    return told ? told.conversation.offset(told.length) : (this.exchanges[nth]?.record.request?.length ?? 0);
  }

  /** The answer, read. */
  turn(nth: number): Turn | undefined {
    const exchange = this.exchanges[nth];
    if (!exchange?.answer || exchange.refusal) return undefined;
    return remembered(this.#turns, nth, () => this.#core.decode(exchange.answer as Uint8Array, exchange.target));
  }

  /** The messages of a request, read. */
  history(nth: number): History | undefined {
    const [request, exchange] = [this.request(nth), this.exchanges[nth]];
    if (!request || !exchange) return undefined;
    return remembered(this.#histories, nth, () => this.#core.readRequest(request, exchange.target));
  }

  /** How many messages at the beginning of a request are those of the request before it in the conversation. */
  carried(nth: number): number {
    const before = this.#before[nth];
    const [now, then] = [this.history(nth)?.entries ?? [], before === undefined ? [] : (this.history(before)?.entries ?? [])];
    const [body, other] = [this.request(nth), before === undefined ? undefined : this.request(before)];
    if (!body || !other) return 0;
    let same = 0;
    while (same < then.length && same < now.length && isSame(body, now[same], other, then[same])) same++;
    return same;
  }

  /** The exchange before this one in its conversation. */
  before(nth: number): number | undefined {
    return this.#before[nth];
  }

  /** The audit of a request against where it went. */
  report(nth: number): Report | undefined {
    const [exchange, request] = [this.exchanges[nth], this.request(nth)];
    if (!exchange || exchange.report || !request) return exchange?.report;
    try {
      exchange.report = this.audit(nth, request);
    } catch (error) {
      exchange.trouble ??= reasonOf(error);
    }
    return exchange.report;
  }

  /** The audit of a request that is not as recorded: a draft, or one for another target, which it may be that it cannot be held against: that throws. */
  audit(nth: number, request: Uint8Array, target?: Target): Report | undefined {
    const exchange = this.exchanges[nth];
    if (!exchange) return undefined;
    const aim = target ?? exchange.target;
    // What was not recorded cannot be held against: a ledger with gaps would call what it has not seen strange.
    const known = this.#line(exchange.conversation);
    const options = optionsOf(this.#told.get(nth)?.conversation);
    return known && this.#isRecorded(nth) ? known.ledger.audit(request, aim, options) : this.#core.audit(request, aim, options);
  }

  /** A request, mended as far as is allowed. */
  repair(nth: number, request: Uint8Array, allow: readonly ("unsafe" | "placeholder")[]): Repaired<Uint8Array> | undefined {
    const exchange = this.exchanges[nth];
    if (!exchange) return undefined;
    const ledger = this.#isRecorded(nth) ? { ledger: this.#line(exchange.conversation)?.ledger as Ledger } : {};
    return this.#core.repair(request, exchange.target, { allow, ...ledger, ...optionsOf(this.#told.get(nth)?.conversation) });
  }

  /** What became, in this request, of every part of earlier answers; with the number of the exchange that it came in. */
  links(nth: number): (Followed & { exchange: number })[] {
    const [exchange, request] = [this.exchanges[nth], this.request(nth)];
    const line = exchange && this.#line(exchange.conversation);
    if (!exchange || !request || !line) return [];
    const followed = line.ledger.follow(request, exchange.target);
    return followed.flatMap((link) => {
      const from = line.recorded[link.response];
      return from === undefined || from >= nth ? [] : [{ ...link, exchange: from }];
    });
  }

  #add(record: TranscriptExchange): void {
    const nth = this.exchanges.length;
    const conversation = record.session ?? "";
    const target = this.#aim(record);
    const line = this.#line(conversation) ?? this.#open(conversation);
    if (record.added || record.opening) this.#tell(nth, record, target, line);
    const [report, trouble] = this.#audited(nth, record, target, line);
    const later = !report && !trouble && this.#told.has(nth) && !((record.status ?? 0) >= 400);
    const answer = later ? unread(record) : readAnswer(this.#core, record, target);
    if (later) this.#unread.push(nth);
    const { body, refusal } = answer;
    const exchange: Exchange = { nth, record, conversation, target, ...told(answer, { record, target, trouble }), report, within: undefined };
    this.#before[nth] = line.last;
    line.last = nth;
    this.exchanges.push(exchange);
    if (body && !refusal && (record.request || (this.#told.has(nth) && line.spent <= BUDGET))) this.#record(exchange, line);
    line.told?.add(record.reply);
  }

  /**
   * Audits as it comes in; of a conversation that is told message by message and so long that this would take a time of its square, each time that it has
   * grown to twice its size, until something is found.
   */
  #audited(nth: number, record: TranscriptExchange, target: Target, line: Line): [Report | undefined, string | undefined] {
    const told = this.#told.get(nth)?.conversation;
    if (told) line.spent += told.size;
    const isLong = line.spent > BUDGET;
    if (told ? isLong && told.size < line.next : !record.request) return [undefined, undefined];
    try {
      const request = told ? told.request(told.length) : (record.request as Uint8Array);
      const report = isLong ? this.#core.audit(request, target, optionsOf(told)) : line.ledger.audit(request, target, optionsOf(told));
      if (!isLong) this.#recordable.add(report);
      if (told) line.next = worst(report.findings) === "accepted" ? 2 * told.size : Number.POSITIVE_INFINITY;
      return [report, undefined];
    } catch (error) {
      return [undefined, reasonOf(error)];
    }
  }

  #record(exchange: Exchange, line: Line): void {
    const { record, target, nth } = exchange;
    const answer = record.stream ? { stream: record.stream } : { response: record.response as Uint8Array };
    const time = record.time === undefined ? Number.NaN : Date.parse(record.time);
    const when = Number.isNaN(time) ? {} : { time };
    // What the ledger has audited has crossed, and need not cross again.
    const audited = exchange.report && this.#recordable.has(exchange.report) ? exchange.report : undefined;
    try {
      const isNew = audited
        ? line.ledger.record(audited, { ...answer, ...when })
        : line.ledger.record({ request: record.request as Uint8Array, target, ...answer, ...when });
      if (!isNew) return;
      line.recorded.push(nth);
    } catch (error) {
      exchange.trouble ??= reasonOf(error);
    }
  }

  #tell(nth: number, record: TranscriptExchange, target: Target, line: Line): void {
    if (record.opening || !line.told) line.told = new Conversation(record.opening, target.wire);
    line.told.add(record.added);
    this.#told.set(nth, { conversation: line.told, length: line.told.length });
  }

  #open(conversation: string): Line {
    const line: Line = { ledger: new this.#core.Ledger(), recorded: [], told: undefined, spent: 0, next: 0, last: undefined };
    this.#lines.set(conversation, line);
    return line;
  }

  #line(conversation: string): Line | undefined {
    return this.#lines.get(conversation);
  }

  /** Whether every answer before an exchange is in the ledger. */
  #isRecorded(nth: number): boolean {
    const exchange = this.exchanges[nth];
    const line = exchange && this.#line(exchange.conversation);
    return !!line && (!this.#told.has(nth) || line.spent <= BUDGET);
  }

  #aim({ wire, url, model, request }: TranscriptExchange): Target {
    const target: Target = {};
    if (url) target.url = url;
    if (wire && !url) target.wire = wire;
    if (model && (!request || described(wire)?.model === "address")) target.model = model;
    return target;
  }
}

/** What cannot be asked of a request whose settings nobody recorded: whether thinking was on. */
function optionsOf(told: Conversation | undefined): AuditOptions {
  return told && !told.isSet("thinking") ? { off: ["thinking-off-mid-turn"] } : {};
}

/** What an exchange says of its answer. */
function told({ body, ended, model, marks, calls, issuer, refusal, trouble }: Answer, known: Pick<Exchange, "record" | "target" | "trouble">) {
  return { answer: body, ended, marks, calls, issuer, refusal, model: model ?? known.record.model ?? known.target.model ?? askedIn(known.record), trouble: known.trouble ?? trouble };
}

/** How many are kept read: one is some thousand objects. */
const KEPT = 64;

function remembered<T>(kept: Map<number, T>, nth: number, make: () => T): T {
  const known = kept.get(nth) ?? make();
  kept.delete(nth);
  kept.set(nth, known);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value as number);
  return known;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function isSame(body: Uint8Array, one: Stretch | undefined, other: Uint8Array, two: Stretch | undefined): boolean {
  if (!one || !two || one.end - one.start !== two.end - two.start) return false;
  for (let at = one.start, then = two.start; at < one.end; at++, then++) if (body[at] !== other[then]) return false;
  return true;
}

// The ledger keeps the original answers of models. It is on the wasm side under a number. Its lines are written once and never moved there, so this
// side notes where they are. When a call loses the instance, the lines are read from its memory, and nothing is lost.
import * as glue from "../wasm/glue.js";
import { allowed, AUDIT_OPTIONS, repairedLike, REPAIR_OPTIONS, rulesWanted, SHIPPED_ROWS, skippedOf, stepsOf } from "../audit/audit.js";
import { rewrite, REWRITE_OPTIONS } from "../audit/rewrite.js";
import { CONVERT_OPTIONS, conversionOf, resultOf } from "../convert/convert.js";
import { InputError } from "../errors/index.js";
import { bytesOfTarget, targetOf } from "../exchange/target.js";
import { numberFrom, optionsFrom } from "../text/options.js";
import { dropsForgotten, generation, withInstance } from "../wasm/recover.js";
import { isBytes } from "../text/bytes.js";
import { listed } from "../text/listed.js";
import { bodyOf, bytesOf, textOf } from "../text/input.js";
import { jsonText } from "../text/object-text.js";
import { Roomy } from "../text/pass-text.js";
import { pendingReport } from "./pending-report.js";
import { exchangeOf } from "./recorded-exchange.js";
import { StoredLedger } from "./stored-ledger.js";

const NONE = new Uint8Array(0);
const FORMS = ["full", "handles", "digests"];

/** Frees the numbers of ledgers that are no longer in use. */
const forgotten = dropsForgotten(glue.ledgerDrop);

/** Returns a seed for the index. Others choose the ids, and must not be able to force collisions. */
function seed() {
  try {
    return globalThis.crypto.getRandomValues(new BigUint64Array(1))[0];
  } catch {
    // Workers have no randomness before the first request. A guess is better than a constant.
    return BigInt(Math.floor(Math.random() * 2 ** 53));
  }
}

/** Runs work on the number of a ledger, on the wasm side. */
let runOn;

/** Returns the name and the keys of a line of a store, or nothing if the text is none. */
export function readLine(text) {
  let ledger;
  try {
    ledger = Ledger.fromJSON(text);
    if (ledger.length !== 1 || ledger.torn) return undefined;
    return runOn(ledger, (number) => ({ name: glue.ledgerName(number, 0), keys: glue.ledgerKeys(number, 0).split(" ") }));
  } catch {
    return undefined;
  } finally {
    ledger?.[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  }
}

export class Ledger {
  #open = { number: undefined, generation: undefined, memory: undefined };
  /** The places of the lines in the memory of the instance: an offset and a length for each. */
  #lines = [];
  /** The number of lines. Lines that a failed call noted do not count. */
  #length = 0;
  /** The first line of a file of lines. */
  #opening = NONE;
  #form = "full";
  #torn = 0;
  /** True if the source text ended within a line, or without the end of the last. */
  #cut = false;
  /** The number of lines that `unsaved` has returned; nothing before it has returned the first line of all. */
  #saved;
  #disposed = false;
  /** The target of the last exchange. */
  #target;

  constructor(options) {
    const { form = "full" } = optionsFrom(options, ["form"]);
    if (!FORMS.includes(form)) throw new InputError(`form must be ${listed(FORMS)} (got ${String(form)})`, { code: "E_INPUT", pointer: "/form" });
    this.#form = form;
    withInstance(() => this.#reopen(NONE));
    forgotten?.register(this, this.#open, this.#open);
  }

  static {
    runOn = (ledger, work) => ledger.#on(work);
  }

  /** Opens a ledger whose lines are in a store. It reads them by ordinary ledgers, which it can open and run. */
  static async open(store, options) {
    return new StoredLedger(store, options, { open: (form) => new Ledger({ form }), run: (ledger, work) => ledger.#on(work) });
  }

  static fromJSON(given, options) {
    const isParsed = typeof given === "object" && given !== null && !isBytes(given);
    // The limit for bodies does not apply: a file of lines is read line by line.
    const bytes = bytesOf(isParsed ? jsonText(given, "ledger") : given, "ledger", Infinity);
    const ledger = new Ledger(options);
    ledger.#torn = withInstance(() => ledger.#reopen(bytes));
    ledger.#form = JSON.parse(textOf(ledger.#opening)).form;
    // The lines that were read are saved. If there are none, the first line with the format may be damaged, and is written again.
    if (ledger.length) ledger.#saved = ledger.length;
    ledger.#cut = bytes.length > 0 && bytes[bytes.length - 1] !== 10;
    return ledger;
  }

  get form() {
    return this.#form;
  }

  get length() {
    return this.#length;
  }

  get torn() {
    return this.#torn;
  }

  /** Adds the lines of another ledger, in any order and with repetitions. Returns the number of new lines. */
  load(given) {
    const bytes = bytesOf(given, "ledger", Infinity);
    const before = this.length;
    this.#on((number) => {
      this.#torn += glue.ledgerLoad(number, bytes).length;
      this.#note(number);
    });
    return this.length - before;
  }

  /** Records the answer to an audited request, by its report; or a whole exchange. */
  record(asked, answer) {
    const { target, exchange } = exchangeOf(asked, answer, this.#target);
    const before = this.length;
    this.#on((number) => {
      glue.ledgerRecord(number, ...exchange);
      this.#note(number);
    });
    this.#target = target;
    return this.length > before;
  }

  audit(request, target, options) {
    const [where, wanted] = [targetOf(target ?? this.#target), rulesWanted(optionsFrom(options, AUDIT_OPTIONS))];
    const { source } = bodyOf(request, "request", where.wire);
    return this.#audited(source, where, wanted);
  }

  repair(request, target, options) {
    const given = optionsFrom(options, REPAIR_OPTIONS);
    const [where, wanted, safety] = [targetOf(target ?? this.#target), rulesWanted(given), allowed(given)];
    const { source, back } = bodyOf(request, "request", where.wire);
    const [repaired, steps, skipped, judged] = this.#on((number) => glue.ledgerRepair(source, number, bytesOfTarget(where), ...wanted, safety));
    const applied = stepsOf(steps);
    return { request: back(repairedLike(source, repaired, applied)), applied, ...skippedOf(skipped), report: pendingReport(judged, where) };
  }

  /** Converts a request with the recorded answers. It records the conversion, so that the conversation can be converted back. */
  convert(request, options) {
    const given = optionsFrom(options, CONVERT_OPTIONS);
    const { source, back, to, values } = conversionOf(request, given);
    const converted = this.#on((number) => {
      const made = glue.ledgerConvert(source, number, ...values, Date.now(), true);
      this.#note(number);
      return made;
    });
    return resultOf(converted, back, (judged) => pendingReport(judged, to));
  }

  /** Records a response under the form that a client of another wire will send, so that its next request restores the original. */
  seeReply(targets, request, reply, response) {
    this.#on((number) => {
      glue.ledgerSeeReply(number, new TextEncoder().encode(JSON.stringify(targets)), request, reply, response, Date.now(), true);
      this.#note(number);
    });
  }

  /** Finds the conversation that a request continues, and the answers on its branch. */
  conversation(request, target) {
    const where = targetOf(target ?? this.#target);
    const { source } = bodyOf(request, "request", where.wire);
    const found = this.#on((number) => glue.ledgerConversation(source, number, bytesOfTarget(where)));
    return found === undefined ? undefined : JSON.parse(found);
  }

  /** Removes answers older than a time, or a conversation. Returns the number of removed answers. The others get new numbers. */
  forget(what) {
    const { olderThan, conversation } = optionsFrom(what, ["olderThan", "conversation"]);
    const before = olderThan === undefined ? undefined : numberFrom(typeof olderThan === "object" ? Number(olderThan) : olderThan, "olderThan");
    if ((before === undefined) === (conversation === undefined))
      throw new InputError("forget needs `olderThan`, a time, or `conversation`, its name", { code: "E_INPUT" });
    if (conversation !== undefined && typeof conversation !== "string") throw new InputError("conversation is an id", { code: "E_INPUT", pointer: "/conversation" });
    return this.#on((number) => {
      const gone = glue.ledgerForget(number, before, conversation);
      this.#lines = linesOf(number, 0);
      this.#length = this.#lines.length / 2;
      this.#opening = glue.ledgerOpening(number);
      // A saved file of lines no longer matches: `unsaved` starts again.
      if (gone) this.#saved = undefined;
      return gone;
    });
  }

  canRewrite(request, range, target, options) {
    const where = bytesOfTarget(targetOf(target ?? this.#target));
    return rewrite(request, range, where, optionsFrom(options, REWRITE_OPTIONS), (source, ...given) => this.#on((number) => glue.ledgerCanRewrite(source, number, ...given)));
  }

  follow(request, target) {
    const where = targetOf(target ?? this.#target);
    const { source } = bodyOf(request, "request", where.wire);
    return JSON.parse(this.#on((number) => glue.ledgerFollow(source, number, bytesOfTarget(where))));
  }

  restore(pointer) {
    const [, response, part] = /^\/responses\/(0|[1-9]\d*)\/parts\/(0|[1-9]\d*)$/.exec(pointer) ?? [];
    if (part === undefined) throw new InputError("a pointer into a ledger is /responses/n/parts/n", { code: "E_INPUT", pointer: String(pointer) });
    // A number has 32 bits on the wasm side: a larger one would be truncated there.
    if (Number(response) >= this.length || Number(part) > 0xffff_ffff) return undefined;
    return this.#on((number) => glue.ledgerPart(number, Number(response), Number(part)));
  }

  digestsOnly() {
    const ledger = new Ledger({ form: "digests" });
    withInstance(() => ledger.#reopen(this.#file()));
    return ledger;
  }

  /** Returns the whole ledger as one JSON text. */
  text() {
    const lines = Array.from({ length: this.length }, (_, nth) => this.#text(nth));
    return `${textOf(this.#opening).slice(0, -1)},"responses":[${lines.map((line) => `\n${line}`).join(",")}\n]}`;
  }

  toJSON() {
    return JSON.parse(this.text());
  }

  /**
   * Returns the answers that were recorded since the last call, as lines for the end of a file. A program that is killed while it appends them loses
   * at most these lines. A power failure may lose appended lines; sync the file to prevent that. Returned lines count as saved: if appending fails,
   * the caller must append them again, on a new line.
   */
  unsaved() {
    const opening = this.#saved === undefined ? `${textOf(this.#opening)}\n` : "";
    const from = this.#saved ?? 0;
    const lines = Array.from({ length: this.length - from }, (_, nth) => `${this.#text(from + nth)}\n`).join("");
    if (!opening && !lines) return "";
    // A line after an unfinished one would be lost with it.
    const end = this.#cut ? "\n" : "";
    [this.#saved, this.#cut] = [this.length, false];
    return end + opening + lines;
  }

  /** Frees the memory of the instance at once. An unused ledger is freed eventually. */
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    // Only once: the number of a closed ledger is used for the next.
    if (this.#disposed) return;
    const open = this.#open;
    forgotten?.unregister(open);
    if (open.generation === generation) withInstance(() => open.generation === generation && glue.ledgerDrop(open.number));
    this.#disposed = true;
    [this.#lines, this.#length, open.memory] = [[], 0, undefined];
  }

  /** Returns the report on a source, with the data for recording the answer. */
  #audited(source, where, wanted) {
    return pendingReport(this.#on((number) => glue.ledgerAudit(new Roomy(source), number, bytesOfTarget(where), ...wanted)), where);
  }

  #text(nth) {
    return textOf(this.#bytes(nth));
  }

  #bytes(nth) {
    return new Uint8Array(this.#open.memory.buffer, this.#lines[2 * nth], this.#lines[2 * nth + 1]);
  }

  /** Returns the whole ledger as a file of lines, which has no limit of length. */
  #file() {
    const lines = [this.#opening, ...Array.from({ length: this.length }, (_, nth) => this.#bytes(nth))];
    const file = new Uint8Array(lines.reduce((sum, line) => sum + line.length + 1, 0)).fill(10);
    let at = 0;
    for (const line of lines) {
      file.set(line, at);
      at += line.length + 1;
    }
    return file;
  }

  /** Runs work on the ledger. It first rebuilds the ledger if its instance is lost. */
  #on(work) {
    if (this.#disposed) throw new InputError("the ledger was disposed of", { code: "E_INPUT" });
    return withInstance(() => {
      if (this.#open.generation !== generation) this.#reopen(this.#file());
      return work(this.#open.number);
    });
  }

  /** Replaces the open ledger by that of a text. Returns the number of unreadable lines. A failure on the way changes nothing. */
  #reopen(text) {
    const [number, ...torn] = glue.ledgerOpen(text, this.#form, SHIPPED_ROWS, seed());
    const [opening, lines, memory] = [glue.ledgerOpening(number), linesOf(number, 0), glue.wasmMemory()];
    const open = this.#open;
    // Only once, and after the next one exists: the number of a closed ledger is used for the next.
    if (open.generation === generation) glue.ledgerDrop(open.number);
    // No call after this line can fail.
    open.number = number;
    open.generation = generation;
    open.memory = memory;
    this.#opening = opening;
    this.#lines = lines;
    this.#length = lines.length / 2;
    return torn.length;
  }

  #note(number) {
    this.#lines.length = 2 * this.#length;
    for (const place of linesOf(number, this.#length)) this.#lines.push(place);
    this.#length = this.#lines.length / 2;
  }
}

/** Returns the places of the lines from one on, in the memory of the instance: an offset and a length for each. */
function linesOf(number, from) {
  const places = [];
  for (let [place, nth] = [0, from]; (place = glue.ledgerPlace(number, nth)); nth++) places.push(place, glue.ledgerLength(number, nth));
  return places;
}

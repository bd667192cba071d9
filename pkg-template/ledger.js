// What was really emitted, remembered. The ledger lives on the wasm side under a number. Its lines are written once and never moved there, so
// this side notes where they are: when an instance is lost, in whatever call it was, they are read from its memory, and nothing is.
import * as glue from "./glue.js";
import { allowed, mendedLike, optionsOf, own, reportOf, stepsOf } from "./audit.js";
import { InputError } from "./errors.js";
import { FixSource } from "./findings.js";
import { bodyOf, bytesOf, bytesOfSource, textOf } from "./input.js";
import { ownOption } from "./options.js";
import { Roomy } from "./pass-text.js";
import { generation, guarded } from "./recover.js";
import { rewrite } from "./rewrite.js";
import { StoredLedger } from "./store/stored-ledger.js";
import { bytesOfTarget, targetOf } from "./target.js";

const NONE = new Uint8Array(0);
const FORMS = ["full", "digests"];
/** Runs work with an instance that is alive; inside it `generation` is that of the instance. */
const alive = guarded((work) => work());

/** Ledgers that nobody has any more. Old runtimes have no registry and keep them. */
const forgotten =
  typeof FinalizationRegistry === "function"
    ? new FinalizationRegistry((open) => alive(() => open.generation === generation && glue.ledgerDrop(open.number)))
    : undefined;

/** What recording the answer to an audited request needs, by the report on it. It crossed as a text, and outlives every instance. */
const pending = new WeakMap();

/** A seed for the index: ids are chosen by others, who shall not be able to crowd one out. */
function seed() {
  try {
    return globalThis.crypto.getRandomValues(new BigUint64Array(1))[0];
  } catch {
    // Workers have no chance before the first request; a guess is better than a constant.
    return BigInt(Math.floor(Math.random() * 2 ** 53));
  }
}

/** Runs work on a ledger by its number on the wasm side, for modules of the package. */
export let onLedger;

export class Ledger {
  #open = { number: undefined, generation: undefined, memory: undefined };
  /** Where the lines are in the memory of the instance: a place and a length for each. */
  #lines = [];
  /** How many there are: what a call that failed has noted on the way does not count. */
  #length = 0;
  /** The line that a file of lines begins with. */
  #opening = NONE;
  #form = "full";
  #torn = 0;
  /** Whether what it was read from ended within a line, or without the end of the last. */
  #cut = false;
  /** How many lines `unsaved` has given; nothing before it has given the first line of all. */
  #saved;
  #disposed = false;
  /** Where the last exchange went. */
  #target;

  constructor(options) {
    const form = ownOption(options, "form") ?? "full";
    if (!FORMS.includes(form)) throw new InputError(`form is ${FORMS.join(" or ")}, not ${String(form)}`, { code: "E_INPUT", pointer: "/form" });
    this.#form = form;
    alive(() => this.#reopen(NONE));
    forgotten?.register(this, this.#open, this.#open);
  }

  static {
    onLedger = (ledger, work) => ledger.#on(work);
  }

  /** Opens a ledger whose lines are in a store. */
  static async open(store, options) {
    return new StoredLedger(store, options);
  }

  static fromJSON(given, options) {
    const plain = typeof given === "object" && given !== null && !ArrayBuffer.isView(given) && !(given instanceof ArrayBuffer);
    // Longer than any body may be: a file of lines is read line by line.
    const bytes = bytesOf(plain ? JSON.stringify(given) : given, "ledger", Infinity);
    const ledger = new Ledger({ form: ownOption(options, "form") });
    ledger.#torn = alive(() => ledger.#reopen(bytes));
    ledger.#form = JSON.parse(textOf(ledger.#opening)).form;
    // What was read is saved. If that is nothing, the first line may have been torn, and with it what it said; it is written again.
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

  /** Takes the lines of another ledger, in any order and as often as they come; answers how many were new. */
  load(given) {
    const bytes = bytesOf(given, "ledger", Infinity);
    const before = this.length;
    this.#on((number) => {
      this.#torn += glue.ledgerLoad(number, bytes).length;
      this.#note(number);
    });
    return this.length - before;
  }

  /** The answer to a request that was audited, by the report on it; or a whole exchange. */
  record(asked, answer) {
    const { aim, exchange } = exchangeOf(asked, answer, this.#target);
    const before = this.length;
    this.#on((number) => {
      glue.ledgerRecord(number, ...exchange);
      this.#note(number);
    });
    this.#target = aim;
    return this.length > before;
  }

  audit(request, target, options) {
    const [aim, wanted] = [targetOf(target ?? this.#target), optionsOf(options)];
    const { source } = bodyOf(request, "request", aim.wire);
    return this.#audited(source, aim, wanted);
  }

  repair(request, target, options) {
    const [aim, wanted] = [targetOf(target ?? this.#target), optionsOf(options)];
    const { source, back } = bodyOf(request, "request", aim.wire);
    const safety = allowed(ownOption(options, "allow"));
    const [mended, steps] = this.#on((number) => glue.ledgerRepair(source, number, bytesOfTarget(aim), ...wanted, safety));
    const applied = stepsOf(steps);
    return { request: back(mendedLike(source, mended, applied)), applied, report: this.#audited(mended, aim, wanted) };
  }

  /** Which conversation a request goes on with, and the answers on its branch. */
  conversation(request, target) {
    const aim = targetOf(target ?? this.#target);
    const { source } = bodyOf(request, "request", aim.wire);
    const found = this.#on((number) => glue.ledgerConversation(source, number, bytesOfTarget(aim)));
    return found === undefined ? undefined : JSON.parse(found);
  }

  /** Forgets what is older than a time, or a conversation; answers how many answers that were. What is left gets new numbers. */
  forget(what) {
    const [before, conversation] = [ownOption(what, "olderThan"), ownOption(what, "conversation")];
    if ((before === undefined) === (conversation === undefined))
      throw new InputError("forget takes olderThan, a time, or conversation, the id of one", { code: "E_INPUT" });
    if (conversation !== undefined && typeof conversation !== "string") throw new InputError("conversation is an id", { code: "E_INPUT", pointer: "/conversation" });
    return this.#on((number) => {
      const gone = glue.ledgerForget(number, before === undefined ? undefined : Number(before), conversation);
      this.#lines = linesOf(number, 0);
      this.#length = this.#lines.length / 2;
      this.#opening = glue.ledgerOpening(number);
      // What a file has of it is not what is left: `unsaved` begins anew.
      if (gone) this.#saved = undefined;
      return gone;
    });
  }

  canRewrite(request, range, target, options) {
    const aim = bytesOfTarget(targetOf(target ?? this.#target));
    return rewrite(request, range, aim, options, (source, ...given) => this.#on((number) => glue.ledgerCanRewrite(source, number, ...given)));
  }

  follow(request, target) {
    const aim = targetOf(target ?? this.#target);
    const { source } = bodyOf(request, "request", aim.wire);
    return JSON.parse(this.#on((number) => glue.ledgerFollow(source, number, bytesOfTarget(aim))));
  }

  restore(pointer) {
    const [, response, part] = /^\/responses\/(0|[1-9]\d*)\/parts\/(0|[1-9]\d*)$/.exec(pointer) ?? [];
    if (part === undefined) throw new InputError("a pointer into a ledger is /responses/n/parts/n", { code: "E_INPUT", pointer: String(pointer) });
    return this.#line(Number(response))?.parts?.[part]?.raw;
  }

  digestsOnly() {
    const ledger = new Ledger({ form: "digests" });
    alive(() => ledger.#reopen(this.#file()));
    return ledger;
  }

  /** All of it, as one JSON text. */
  text() {
    const lines = Array.from({ length: this.length }, (_, nth) => this.#text(nth));
    return `${textOf(this.#opening).slice(0, -1)},"responses":[${lines.map((line) => `\n${line}`).join(",")}\n]}`;
  }

  toJSON() {
    return JSON.parse(this.text());
  }

  /**
   * What was recorded since this was last asked, as lines for the end of a file. A program that is killed while it appends them loses at most
   * what it was appending. That the disk has what was appended when the power fails is not promised: who needs that syncs the file.
   * What was given counts as saved: if appending it fails, it is for the caller to append it again, on a line of its own.
   */
  unsaved() {
    const opening = this.#saved === undefined ? `${textOf(this.#opening)}\n` : "";
    const from = this.#saved ?? 0;
    const lines = Array.from({ length: this.length - from }, (_, nth) => `${this.#text(from + nth)}\n`).join("");
    if (!opening && !lines) return "";
    // What follows a line without its end would be lost with it.
    const end = this.#cut ? "\n" : "";
    [this.#saved, this.#cut] = [this.length, false];
    return end + opening + lines;
  }

  /** Frees the memory of the instance at once; a ledger that nobody has any more is freed sooner or later. */
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    // Once: the number of one that is closed is given to the next.
    if (this.#disposed) return;
    const open = this.#open;
    forgotten?.unregister(open);
    if (open.generation === generation) alive(() => open.generation === generation && glue.ledgerDrop(open.number));
    this.#disposed = true;
    [this.#lines, this.#length, open.memory] = [[], 0, undefined];
  }

  /** The report on a source, with what recording the answer will need. */
  #audited(source, aim, wanted) {
    const told = this.#on((number) => glue.ledgerAudit(new Roomy(source), number, bytesOfTarget(aim), ...wanted));
    const at = told.lastIndexOf("\n");
    const report = reportOf(told.slice(0, at), () => this.#fixesOf(source, aim, wanted));
    pending.set(report, { text: told.slice(at + 1), aim });
    return report;
  }

  /** Makes the fixes of a long report when they are read. */
  #fixesOf(source, aim, wanted) {
    return new FixSource(source, (request, from, room) => this.#on((number) => glue.ledgerFixes(request, number, bytesOfTarget(aim), ...wanted, from, room)));
  }

  #line(nth) {
    return nth < this.length ? JSON.parse(this.#text(nth)) : undefined;
  }

  #text(nth) {
    return textOf(this.#bytes(nth));
  }

  #bytes(nth) {
    return new Uint8Array(this.#open.memory.buffer, this.#lines[2 * nth], this.#lines[2 * nth + 1]);
  }

  /** All of it as a file of lines, which is read whatever its length. */
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

  /** Runs work on the ledger, which is first made again if its instance is gone. */
  #on(work) {
    if (this.#disposed) throw new InputError("the ledger was disposed of", { code: "E_INPUT" });
    return alive(() => {
      if (this.#open.generation !== generation) this.#reopen(this.#file());
      return work(this.#open.number);
    });
  }

  /** Opens a text in the place of what was open; answers how many of its lines could not be read. Dying on the way leaves what was. */
  #reopen(text) {
    const [number, ...torn] = glue.ledgerOpen(text, this.#form === "digests", own, seed());
    const [opening, lines, memory] = [glue.ledgerOpening(number), linesOf(number, 0), glue.wasmMemory()];
    const open = this.#open;
    // Once and not before there is another: the number of one that is closed is given to the next.
    if (open.generation === generation) glue.ledgerDrop(open.number);
    // From here on nothing is called that could die.
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

/** Reads the arguments of `record`: the target, and what crosses to wasm. `last` is the target of the exchange before. */
export function exchangeOf(asked, answer, last) {
  const waiting = pending.get(asked);
  if (answer !== undefined && waiting === undefined)
    throw new InputError("the first of two is a report that `ledger.audit` gave", { code: "E_INPUT" });
  const given = answer ?? asked;
  const [response, stream] = [ownOption(given, "response"), ownOption(given, "stream")];
  if ((response === undefined) === (stream === undefined)) throw new InputError("an exchange has a response or a stream", { code: "E_INPUT" });
  const streamed = stream !== undefined;
  const aim = waiting ? waiting.aim : targetOf(ownOption(given, "target") ?? last);
  const answered = bytesOfSource(bodyOf(streamed ? stream : response, streamed ? "stream" : "response", aim.wire).source, "response");
  const request = waiting ? undefined : requestOf(given, aim);
  const time = Number(ownOption(given, "time") ?? Date.now());
  return { aim, exchange: [request ? bytesOfTarget(aim) : NONE, request && new Roomy(request), waiting?.text ?? NONE, answered, streamed, time] };
}

function requestOf(exchange, aim) {
  const request = ownOption(exchange, "request");
  if (request === undefined) throw new InputError("an exchange has a request; the answer to one that was audited comes after its report", { code: "E_INPUT", pointer: "/request" });
  return bytesOfSource(bodyOf(request, "request", aim.wire).source, "request");
}

/** Where the lines from one on are, in the memory of the instance: a place and a length for each. */
function linesOf(number, from) {
  const places = [];
  for (let [place, nth] = [0, from]; (place = glue.ledgerPlace(number, nth)); nth++) places.push(place, glue.ledgerLength(number, nth));
  return places;
}

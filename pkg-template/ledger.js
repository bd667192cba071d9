// What was really emitted, remembered. The ledger lives on the wasm side under a number. Its lines are written once and never moved there, so
// this side notes where they are: when an instance is lost, in whatever call it was, they are read from its memory, and nothing is.
import * as glue from "./glue.js";
import { allowed, optionsOf, own, reportOf, stepsOf } from "./audit.js";
import { InputError } from "./errors.js";
import { bytesOf, likeInput, passing, textOf } from "./input.js";
import { generation, guarded } from "./recover.js";
import { rewrite } from "./rewrite.js";
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

/** Options as they cross: the package's own rows have, when the ledger was opened. */
function wantedOf(options) {
  const [rows, off] = optionsOf(options);
  return [rows === own ? NONE : rows, off];
}

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
  /** Where the last exchange went. */
  #target;
  /** Where the request goes that was audited last. */
  #asked;

  constructor({ form = "full" } = {}) {
    if (!FORMS.includes(form)) throw new InputError(`form is ${FORMS.join(" or ")}, not ${String(form)}`, { code: "E_INPUT", pointer: "/form" });
    this.#form = form;
    alive(() => this.#reopen(NONE));
    forgotten?.register(this, this.#open);
  }

  static fromJSON(given, { form } = {}) {
    const plain = typeof given === "object" && given !== null && !ArrayBuffer.isView(given) && !(given instanceof ArrayBuffer);
    // Longer than any body may be: a file of lines is read line by line.
    const bytes = bytesOf(plain ? JSON.stringify(given) : given, "ledger", Infinity);
    const ledger = new Ledger({ form });
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

  /** Without a request, what answers the one that was audited last: that has crossed, and what is new in it is known. */
  record({ request, response, stream, target, time = Date.now() } = {}) {
    if ((response === undefined) === (stream === undefined)) throw new InputError("an exchange has a response or a stream", { code: "E_INPUT" });
    const streamed = stream !== undefined;
    const answered = bytesOf(streamed ? stream : response, streamed ? "stream" : "response");
    const [asked, aim] = request === undefined ? this.#audited(target) : [bytesOf(request, "request"), targetOf(target ?? this.#target)];
    const before = this.length;
    this.#on((number) => {
      glue.ledgerRecord(number, asked ? bytesOfTarget(aim) : NONE, asked, answered, streamed, Number(time));
      this.#note(number);
    });
    this.#target = aim;
    return this.length > before;
  }

  audit(request, target, options) {
    const [aim, [rows, off]] = [targetOf(target ?? this.#target), wantedOf(options)];
    // The last of all: no getter of the caller's runs between this and the call.
    const bytes = passing(request, "request");
    const report = this.#on((number) => glue.ledgerAudit(number, bytes, bytesOfTarget(aim), rows, off));
    this.#asked = aim;
    return reportOf(report);
  }

  repair(request, target, options) {
    const [bytes, aim, wanted] = [bytesOf(request, "request"), this.#aim(target), optionsOf(options)];
    const [mended, steps] = this.#on((number) => glue.ledgerRepair(number, bytes, aim, ...wanted, allowed(options?.allow)));
    return { request: likeInput(mended, request), applied: stepsOf(steps), report: this.audit(mended, target, options) };
  }

  canRewrite(request, range, target, options) {
    return rewrite(request, range, this.#aim(target), options, (...given) => this.#on((number) => glue.ledgerCanRewrite(number, ...given)));
  }

  follow(request, target) {
    const aim = this.#aim(target);
    // The last of all, as for an audit.
    const bytes = passing(request, "request");
    return JSON.parse(this.#on((number) => glue.ledgerFollow(number, bytes, aim)));
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

  /** No request, and the target of the last audit. */
  #audited(target) {
    if (target !== undefined) throw new InputError("without a request the target is that of the last audit", { code: "E_INPUT", pointer: "/target" });
    return [undefined, this.#asked ?? {}];
  }

  #aim(target) {
    return bytesOfTarget(targetOf(target ?? this.#target));
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
    return alive(() => {
      if (this.#open.generation !== generation) this.#reopen(this.#file());
      return work(this.#open.number);
    });
  }

  /** Opens a text in the place of what was open; answers how many of its lines could not be read. Dying on the way leaves what was. */
  #reopen(text) {
    const [number, ...torn] = glue.ledgerOpen(text, this.#form === "digests", own);
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

/** Where the lines from one on are, in the memory of the instance: a place and a length for each. */
function linesOf(number, from) {
  const places = [];
  for (let [place, nth] = [0, from]; (place = glue.ledgerPlace(number, nth)); nth++) places.push(place, glue.ledgerLength(number, nth));
  return places;
}

// What was really emitted, remembered. The ledger lives on the wasm side under a number. Its lines are written once and never moved there, so
// this side notes where they are: when an instance is lost, in whatever call it was, they are read from its memory, and nothing is.
import * as glue from "./glue.js";
import { allowed, optionsOf, own, reportOf, stepsOf } from "./audit.js";
import { InputError } from "./errors.js";
import { bytesOf, likeInput, passing, textOf } from "./input.js";
import { generation, guarded } from "./recover.js";
import { rewrite } from "./rewrite.js";
import { bytesOfTarget, targetOf } from "./target.js";

const encoder = new TextEncoder();
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
  /** The line that a file of lines begins with. */
  #opening = NONE;
  #form = "full";
  #torn = 0;
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

  static fromJSON(given) {
    const plain = typeof given === "object" && given !== null && !ArrayBuffer.isView(given) && !(given instanceof ArrayBuffer);
    const bytes = bytesOf(plain ? JSON.stringify(given) : given, "ledger");
    const ledger = new Ledger();
    alive(() => {
      glue.ledgerDrop(ledger.#open.number);
      ledger.#torn = ledger.#reopen(bytes);
    });
    ledger.#form = JSON.parse(textOf(ledger.#opening)).form;
    // What was read is saved; after a line that was torn the next begins on its own.
    if (bytes.length) ledger.#saved = ledger.length;
    return ledger;
  }

  get form() {
    return this.#form;
  }

  get length() {
    return this.#lines.length / 2;
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

  restore(pointer) {
    const [, response, part] = /^\/responses\/(0|[1-9]\d*)\/parts\/(0|[1-9]\d*)$/.exec(pointer) ?? [];
    if (part === undefined) throw new InputError("a pointer into a ledger is /responses/n/parts/n", { code: "E_INPUT", pointer: String(pointer) });
    return this.#line(Number(response))?.parts?.[part]?.raw;
  }

  digestsOnly() {
    const ledger = new Ledger({ form: "digests" });
    const text = encoder.encode(this.text());
    alive(() => {
      glue.ledgerDrop(ledger.#open.number);
      ledger.#reopen(text);
    });
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

  /** What was recorded since this was last asked, as lines for the end of a file. */
  unsaved() {
    const first = this.#saved === undefined ? `${textOf(this.#opening)}\n` : this.#torn ? "\n" : "";
    const lines = Array.from({ length: this.length - (this.#saved ?? 0) }, (_, nth) => `${this.#text((this.#saved ?? 0) + nth)}\n`);
    if (lines.length || first.length > 1) [this.#saved, this.#torn] = [this.length, 0];
    else return "";
    return first + lines.join("");
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
    return textOf(new Uint8Array(this.#open.memory.buffer, this.#lines[2 * nth], this.#lines[2 * nth + 1]));
  }

  /** Runs work on the ledger, which is first made again if its instance is gone. */
  #on(work) {
    return alive(() => {
      if (this.#open.generation !== generation) this.#reopen(encoder.encode(this.text()));
      return work(this.#open.number);
    });
  }

  /** Opens a text; answers how many of its lines could not be read. */
  #reopen(text) {
    const [number, ...torn] = glue.ledgerOpen(text, this.#form === "digests", own);
    Object.assign(this.#open, { number, generation, memory: glue.wasmMemory() });
    this.#lines = [];
    this.#opening = glue.ledgerOpening(number);
    this.#note(number);
    return torn.length;
  }

  #note(number) {
    for (let place; (place = glue.ledgerPlace(number, this.length)); ) this.#lines.push(place, glue.ledgerLength(number, this.length));
  }
}

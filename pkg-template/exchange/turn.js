// A turn, and the history of a request. Both cut their text out of the body when it is first read. They are made from two lines of JSON: a
// TurnRecord and a list of PartRecord, or a HistoryRecord and a list of EntryRecord.
import * as glue from "../wasm/glue.js";
import { textOf } from "../text/input.js";
import { guarded } from "../wasm/recover.js";
import { Entry, partsOf, thoughtsOf } from "./parts.js";
import { defined, plain, showPlain } from "./placed.js";
import { bytesOfTarget } from "./target.js";

const neighboursOf = guarded(glue.neighboursOf);

/** One response, read. */
export class Turn {
  #received;
  #lines;
  #target;
  #unfinished;
  #time;
  #seen;
  #parts;

  /** Each of `lines` is parsed when one of its members is first read. */
  constructor(received, lines, target, unfinished) {
    [this.#received, this.#lines, this.#target, this.#unfinished] = [received, lines, target, Object.freeze(unfinished)];
    this.#time = timeOfReading();
  }

  get #record() {
    return (this.#seen ??= recordOf(this.#lines));
  }

  get wire() {
    return this.#record.wire;
  }

  get id() {
    return this.#record.id;
  }

  get model() {
    return this.#record.model;
  }

  get usage() {
    return this.#record.usage && this.#received.value(...this.#record.usage);
  }

  get parts() {
    const { wire, issuer } = this.#record;
    return (this.#parts ??= partsOf(this.#received, listOf(this.#lines), { wire, issuer, host: hostOf(this.#target), time: this.#time, entry: "", neighbours: neighboursIn(this.#received, wire, false) }));
  }

  get thoughts() {
    return thoughtsOf(this.parts);
  }

  get calls() {
    return Object.freeze(this.parts.filter((part) => part.kind === "call").map((part) => part.call));
  }

  get text() {
    return this.parts.map((part) => part.text ?? "").join("");
  }

  get inputTransformations() {
    return this.#record.inputTransformations;
  }

  get unfinished() {
    return this.#unfinished;
  }

  get continuation() {
    return this.#record.continuation;
  }

  get diagnostics() {
    return this.#record.diagnostics;
  }

  get raw() {
    return this.#received.whole;
  }

  toJSON() {
    const { wire, id, model, usage, parts, continuation, inputTransformations, diagnostics } = this;
    return defined({ wire, id, model, usage, parts: parts.map(plain), continuation, inputTransformations, diagnostics });
  }

  /** Returns the bytes to send back and the target they were read for. Returns nothing for an object that is not one of our turns. */
  static origin(value) {
    if (typeof value !== "object" || value === null || !(#received in value)) return undefined;
    return { bytes: value.#received.bytes, target: { ...value.#target, wire: value.wire } };
  }
}

/** The messages of a request, read. */
export class History {
  #received;
  #lines;
  #time;
  #seen;
  #entries;

  constructor(received, lines) {
    [this.#received, this.#lines, this.#time] = [received, lines, timeOfReading()];
  }

  get #record() {
    return (this.#seen ??= recordOf(this.#lines));
  }

  get wire() {
    return this.#record.wire;
  }

  get entries() {
    // A request does not say who issued its thoughts.
    const neighbours = neighboursIn(this.#received, this.wire, true);
    const origin = (nth) => ({ wire: this.wire, issuer: {}, time: this.#time, neighbours, entry: `${String(nth).padStart(5, "0")}.` });
    return (this.#entries ??= Object.freeze(listOf(this.#lines).map((entry, nth) => new Entry(this.#received, entry, origin(nth)))));
  }

  get thoughts() {
    return thoughtsOf(this.entries.flatMap((entry) => entry.parts));
  }

  get diagnostics() {
    return this.#record.diagnostics;
  }

  toJSON() {
    const { wire, entries, diagnostics } = this;
    return { wire, entries: entries.map(plain), diagnostics };
  }
}

/** Returns a function that names the parts around the thought at a pointer. It reads them once, for the first payload. */
function neighboursIn(received, wire, isRequest) {
  let all;
  return (pointer) => {
    all ??= new Map(Object.entries(JSON.parse(textOf(neighboursOf(received.bytes, bytesOfTarget({ wire }), isRequest)))));
    return Object.fromEntries(Object.entries(all.get(pointer) ?? {}).map(([name, names]) => [name, Object.freeze(names)]));
  };
}

/**
 * Returns the time of a reading: now, but after the previous reading. Thoughts therefore sort in the order in which their turns were read.
 */
function timeOfReading() {
  return (lastReading = Math.max(Date.now(), lastReading + 1));
}

let lastReading = 0;

/** Returns the host of a target, which identifies the issuer. The address is not kept, because it may contain a key. */
function hostOf({ host, url }) {
  if (host !== undefined || url === undefined) return host;
  return /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(url)?.[1].toLowerCase();
}

/** Returns the record of the first line. All readers share it, so none may change it. */
function recordOf(lines) {
  const record = parsed(lines, 0, lines.indexOf("\n"));
  const { continuation, diagnostics, inputTransformations = [] } = record;
  for (const part of [continuation, diagnostics, ...diagnostics, inputTransformations, ...inputTransformations]) Object.freeze(part);
  return record;
}

/** Returns the list of the second line. */
function listOf(lines) {
  return parsed(lines, lines.indexOf("\n") + 1);
}

const parsed = (lines, start, end) => JSON.parse(lines.slice(start, end));

for (const Class of [Turn, History]) showPlain(Class);

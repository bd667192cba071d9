// A turn, and the history of a request. Their text is cut out of the body when it is first read.
// They are made from two lines of JSON: a TurnRecord and a list of PartRecord, or a HistoryRecord and a list of EntryRecord.
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

  /** Each of `lines` is parsed when something of it is asked for. */
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

  /** The bytes to send back and the target they were read for; nothing of an object that is no turn of ours. */
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

/** Gives the names of the parts around the thought at a pointer. They are read once, when the first payload is asked for. */
function neighboursIn(received, wire, isRequest) {
  let all;
  return (pointer) => {
    all ??= new Map(Object.entries(JSON.parse(textOf(neighboursOf(received.bytes, bytesOfTarget({ wire }), isRequest)))));
    return Object.fromEntries(Object.entries(all.get(pointer) ?? {}).map(([name, names]) => [name, Object.freeze(names)]));
  };
}

/** The time of a reading: now, but after that of the reading before, so thoughts sort in the order in which their turns were read. */
function timeOfReading() {
  return (lastReading = Math.max(Date.now(), lastReading + 1));
}

let lastReading = 0;

/** The host of a target, which tells the issuer. An address may have a key in it, so it is not kept. */
function hostOf({ host, url }) {
  if (host !== undefined || url === undefined) return host;
  return /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(url)?.[1].toLowerCase();
}

/** The record of the first line. It is the same for every reader, so none may change it. */
function recordOf(lines) {
  const record = parsed(lines, 0, lines.indexOf("\n"));
  const { continuation, diagnostics, inputTransformations = [] } = record;
  for (const part of [continuation, diagnostics, ...diagnostics, inputTransformations, ...inputTransformations]) Object.freeze(part);
  return record;
}

/** The list of the second line. */
function listOf(lines) {
  return parsed(lines, lines.indexOf("\n") + 1);
}

const parsed = (lines, start, end) => JSON.parse(lines.slice(start, end));

for (const Class of [Turn, History]) showPlain(Class);

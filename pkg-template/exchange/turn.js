// A turn, and the history of a request. Their text is cut out of the body when it is first read.
// The view that they are made from is that of src/api/turn.rs, which says what stands where in its lists.
import * as glue from "../wasm/glue.js";
import { textOf } from "../text/input.js";
import { guarded } from "../wasm/recover.js";
import { Entry, partsOf, thoughtsOf } from "./parts.js";
import { defined, plain, showPlain } from "./placed.js";
import { bytesOfTarget } from "./target.js";

const neighboursOf = guarded(glue.neighboursOf);

/** How the view of a turn begins of which the provider still owes the rest. */
const CONTINUED = /^\{"wire":"[^"]*","continuation":/;

/** One response, read. */
export class Turn {
  #received;
  #text;
  #target;
  #unfinished;
  #time;
  #seen;
  #parts;

  /** `text` is the view as JSON: it is parsed when something of it is asked for. */
  constructor(received, text, target, unfinished) {
    [this.#received, this.#text, this.#target, this.#unfinished] = [received, text, target, Object.freeze(unfinished)];
    this.#time = timeOfReading();
  }

  get #view() {
    return (this.#seen ??= viewOf(this.#text));
  }

  get wire() {
    return this.#view.wire;
  }

  get id() {
    return this.#view.id;
  }

  get model() {
    return this.#view.model;
  }

  get usage() {
    return this.#view.usage && this.#received.value(...this.#view.usage);
  }

  get parts() {
    const { wire, id: response, model, issuer: by, parts } = this.#view;
    const issuer = () => defined({ ...by, model: model ?? by.model, response });
    return (this.#parts ??= partsOf(this.#received, parts, { wire, issuer: issuer(), host: hostOf(this.#target), time: this.#time, entry: "", neighbours: neighboursIn(this.#received, wire, false) }));
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
    return this.#view.transformations;
  }

  get unfinished() {
    return this.#unfinished;
  }

  /** The view of any other turn is not parsed for this: a replay asks it of every turn. */
  get continuation() {
    return CONTINUED.test(this.#text) ? Object.freeze(this.#view.continuation) : undefined;
  }

  get diagnostics() {
    return this.#view.diagnostics;
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
  #text;
  #time;
  #seen;
  #entries;

  constructor(received, text) {
    [this.#received, this.#text, this.#time] = [received, text, timeOfReading()];
  }

  get #view() {
    return (this.#seen ??= viewOf(this.#text));
  }

  get wire() {
    return this.#view.wire;
  }

  get entries() {
    // A request does not say who issued its thoughts.
    const neighbours = neighboursIn(this.#received, this.wire, true);
    const origin = (nth) => ({ wire: this.wire, issuer: {}, time: this.#time, neighbours, entry: `${String(nth).padStart(5, "0")}.` });
    return (this.#entries ??= Object.freeze(this.#view.entries.map((entry, nth) => new Entry(this.#received, entry, origin(nth)))));
  }

  get thoughts() {
    return thoughtsOf(this.entries.flatMap((entry) => entry.parts));
  }

  get diagnostics() {
    return this.#view.diagnostics;
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

function viewOf(text) {
  const view = JSON.parse(text);
  const diagnostics = view.diagnostics.map(([pointer, start, end, reason]) => Object.freeze({ pointer, start, end, reason }));
  const transformations = view.transformations?.map(([type, reason, pointer]) => Object.freeze(defined({ type, reason, pointer: pointer ?? undefined })));
  return { ...view, diagnostics: Object.freeze(diagnostics), transformations: transformations && Object.freeze(transformations) };
}

for (const Class of [Turn, History]) showPlain(Class);

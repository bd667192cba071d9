// A turn and what it is made of. Each object knows its place in the body; what is text is cut out of there when it is first read.
// The view that they are made from is the JSON of src/codecs/view.rs, where a text is the pair of its first byte and the byte after.

/** One response, read. */
export class Turn {
  #received;
  #view;
  #target;
  #unfinished;
  #parts;

  constructor(received, view, target, unfinished) {
    [this.#received, this.#view, this.#target, this.#unfinished] = [received, view, target, Object.freeze(unfinished)];
    settle(view.diagnostics);
    Object.freeze(this);
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
    return this.#view.usage && this.#received.value(this.#view.usage);
  }

  get parts() {
    const { id: response, model, issuer, parts } = this.#view;
    return (this.#parts ??= partsOf(this.#received, parts, known({ ...issuer, model: model ?? issuer.model, response })));
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

  get unfinished() {
    return this.#unfinished;
  }

  get diagnostics() {
    return this.#view.diagnostics;
  }

  get raw() {
    return this.#received.whole;
  }

  toJSON() {
    const { wire, id, model, usage, parts, diagnostics } = this;
    return known({ wire, id, model, usage, parts: parts.map(plain), diagnostics });
  }

  /** The bytes to send back and the target they were read for; nothing of an object that is no turn of ours. */
  static origin(value) {
    return typeof value === "object" && value !== null && #received in value ? { bytes: value.#received.bytes, target: value.#target } : undefined;
  }
}

/** The messages of a request, read. */
export class History {
  #view;
  #entries;

  constructor(received, view) {
    this.#view = view;
    this.#entries = Object.freeze(view.entries.map((entry) => new Entry(received, entry)));
    settle(view.diagnostics);
    Object.freeze(this);
  }

  get wire() {
    return this.#view.wire;
  }

  get entries() {
    return this.#entries;
  }

  get thoughts() {
    return thoughtsOf(this.#entries.flatMap((entry) => entry.parts));
  }

  get diagnostics() {
    return this.#view.diagnostics;
  }

  toJSON() {
    const { wire, entries, diagnostics } = this;
    return { wire, entries: entries.map(plain), diagnostics };
  }
}

/** Something that stands at a place of a body. */
class Placed {
  #received;
  #view;
  #raw;

  constructor(received, view) {
    [this.#received, this.#view] = [received, view];
  }

  get pointer() {
    return this.#view.pointer;
  }

  get start() {
    return this.#view.start;
  }

  get end() {
    return this.#view.end;
  }

  get raw() {
    const raw = this.#raw ?? this.#received.cut(this.start, this.end);
    // Bytes are not kept: each reader gets a copy of its own.
    if (typeof raw === "string") this.#raw = raw;
    return raw;
  }

  /** The place and its text, for JSON, which has no bytes. */
  toJSON() {
    const { pointer, start, end } = this;
    return { pointer, start, end, raw: this.#received.text(start, end) };
  }
}

/** One message or item of a request. */
class Entry extends Placed {
  #view;
  #parts;

  constructor(received, view) {
    super(received, view);
    this.#view = view;
    this.#parts = partsOf(received, view.parts, {});
    Object.freeze(this);
  }

  get role() {
    return this.#view.role;
  }

  get parts() {
    return this.#parts;
  }

  toJSON() {
    const { raw, ...place } = super.toJSON();
    return known({ role: this.role, ...place, parts: this.parts.map(plain) });
  }
}

/** One part of a turn or of a message. */
class Part extends Placed {
  #received;
  #view;
  #text;
  #call;
  #thought;

  constructor(received, view, issuer, position) {
    super(received, view);
    [this.#received, this.#view] = [received, view];
    this.#call = view.call && new Call(received, view);
    this.#thought = view.thought && new TurnThought(received, view, issuer, position);
    Object.freeze(this);
  }

  get kind() {
    return this.#view.kind;
  }

  get text() {
    const places = this.#view.text;
    return (this.#text ??= places?.length ? places.map((place) => this.#received.string(place)).join("") : undefined);
  }

  get call() {
    return this.#call;
  }

  get thought() {
    return this.#thought;
  }

  toJSON() {
    const { kind, text, call, thought } = this;
    return known({ kind, ...super.toJSON(), text, call: call?.toJSON(), thought: thought?.toJSON() });
  }
}

/** A call of a tool, or what a result says of the call that it answers. */
class Call {
  #received;
  #view;

  constructor(received, view) {
    [this.#received, this.#view] = [received, view];
    Object.freeze(this);
  }

  get id() {
    return this.#view.call.id;
  }

  get name() {
    return this.#view.call.name;
  }

  get pointer() {
    return this.#view.pointer;
  }

  get content() {
    return this.#view.call.content && this.#received.value(this.#view.call.content);
  }

  get raw() {
    return this.#view.call.content && this.#received.cut(...this.#view.call.content);
  }

  toJSON() {
    const { id, name, content } = this;
    return known({ id, name, content });
  }
}

/** Reasoning as it stands in a part. */
class TurnThought extends Placed {
  #received;
  #view;
  #texts;
  #handles;
  #provenance;

  constructor(received, view, issuer, position) {
    super(received, view);
    [this.#received, this.#view] = [received, view.thought];
    Object.freeze(this.#view.attachment);
    this.#provenance = Object.freeze({ ...issuer, position, complete: this.#view.complete });
    Object.freeze(this);
  }

  get kind() {
    return this.#view.kind;
  }

  get texts() {
    return (this.#texts ??= Object.freeze(this.#view.texts.map((place) => this.#received.string(place))));
  }

  get text() {
    // The parts of a summary are paragraphs; the pieces of a text are one text.
    return this.texts.length ? this.texts.join(this.kind === "summary" ? "\n\n" : "") : undefined;
  }

  get handles() {
    return (this.#handles ??= Object.freeze(this.#view.handles.map((place) => this.#received.string(place))));
  }

  get attachment() {
    return this.#view.attachment;
  }

  get provenance() {
    return this.#provenance;
  }

  get complete() {
    return this.#view.complete;
  }

  get native() {
    return !["tag", "argument"].includes(this.attachment.type);
  }

  toJSON() {
    const { kind, text, handles, attachment, provenance, complete, native } = this;
    return known({ kind, text, handles, attachment, provenance, complete, native });
  }
}

function partsOf(received, views, issuer) {
  return Object.freeze(views.map((view, position) => new Part(received, view, issuer, position)));
}

function thoughtsOf(parts) {
  return Object.freeze(parts.map((part) => part.thought).filter(Boolean));
}

function settle(list) {
  list.forEach(Object.freeze);
  Object.freeze(list);
}

/** The members that there are. */
function known(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

const plain = (value) => value.toJSON();

// Node, Bun and Deno show an object with getters as an empty one, unless it says itself what to show.
for (const Class of [Turn, History, Placed, Call])
  Object.defineProperty(Class.prototype, Symbol.for("nodejs.util.inspect.custom"), { value() { return this.toJSON(); } });

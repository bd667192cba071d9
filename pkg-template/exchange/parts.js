// The parts of a turn or of a message. Each knows its place in the body; its text is cut out of there when it is first read.
// The lists that they are made from are those of src/boundary/turn.rs, which says what stands where in them.

/** Something that stands at a place of a body. */
export class Placed {
  #received;
  #view;
  #raw;

  constructor(received, view) {
    this.#received = received;
    this.#view = view;
  }

  get pointer() {
    return this.#view[0];
  }

  get start() {
    return this.#view[1];
  }

  get end() {
    return this.#view[2];
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
export class Entry extends Placed {
  #received;
  #view;
  #parts;

  constructor(received, view) {
    super(received, view);
    this.#received = received;
    this.#view = view;
  }

  get role() {
    return this.#view[3] ?? undefined;
  }

  get parts() {
    return (this.#parts ??= partsOf(this.#received, this.#view[4], {}));
  }

  toJSON() {
    const { raw, ...place } = super.toJSON();
    return defined({ role: this.role, ...place, parts: this.parts.map(plain) });
  }
}

/** One part of a turn or of a message. */
class Part extends Placed {
  #received;
  #view;
  #issuer;
  #position;
  #text;
  #call;
  #thought;

  constructor(received, view, issuer, position) {
    super(received, view);
    this.#received = received;
    this.#view = view;
    this.#issuer = issuer;
    this.#position = position;
  }

  get kind() {
    return this.#view[3];
  }

  get text() {
    const places = this.#view[4];
    return (this.#text ??= places?.length ? stringsOf(this.#received, places).join("") : undefined);
  }

  get call() {
    return (this.#call ??= this.#view[5]?.length ? new Call(this.#received, this.#view) : undefined);
  }

  get thought() {
    return (this.#thought ??= this.#view[6] && new TurnThought(this.#received, this.#view, this.#issuer, this.#position));
  }

  toJSON() {
    const { kind, text, call, thought } = this;
    return defined({ kind, ...super.toJSON(), text, call: call?.toJSON(), thought: thought?.toJSON() });
  }
}

/** A call of a tool, or what a result says of the call that it answers. */
export class Call {
  #received;
  #view;

  constructor(received, view) {
    [this.#received, this.#view] = [received, view];
  }

  get id() {
    return this.#view[5][0] ?? undefined;
  }

  get name() {
    return this.#view[5][1] ?? undefined;
  }

  get pointer() {
    return this.#view[0];
  }

  get content() {
    const [, , start, end] = this.#view[5];
    return end && this.#received.value(start, end);
  }

  get raw() {
    const [, , start, end] = this.#view[5];
    return end && this.#received.cut(start, end);
  }

  toJSON() {
    const { id, name, content } = this;
    return defined({ id, name, content });
  }
}

/** The name of the member that says which call, item, field, tag or argument an attachment is. */
const NAMED = { call: "id", item: "partner", field: "name", tag: "name", argument: "name" };

/** Reasoning as it stands in a part. */
class TurnThought extends Placed {
  #received;
  #view;
  #texts;
  #handles;
  #attachment;
  #provenance;

  constructor(received, view, issuer, position) {
    super(received, view);
    const [, complete, type, of] = view[6];
    [this.#received, this.#view] = [received, view[6]];
    this.#attachment = Object.freeze(of === null ? { type } : { type, [NAMED[type]]: of });
    this.#provenance = Object.freeze({ ...issuer, position, complete });
  }

  get kind() {
    return this.#view[0];
  }

  get texts() {
    return (this.#texts ??= Object.freeze(stringsOf(this.#received, this.#view[4])));
  }

  get text() {
    // The parts of a summary are paragraphs; the pieces of a text are one text.
    return this.texts.length ? this.texts.join(this.kind === "summary" ? "\n\n" : "") : undefined;
  }

  get handles() {
    return (this.#handles ??= Object.freeze(stringsOf(this.#received, this.#view[5])));
  }

  get attachment() {
    return this.#attachment;
  }

  get provenance() {
    return this.#provenance;
  }

  get complete() {
    return this.#view[1];
  }

  get native() {
    return !["tag", "argument"].includes(this.attachment.type);
  }

  toJSON() {
    const { kind, text, handles, attachment, provenance, complete, native } = this;
    return defined({ kind, text, handles, attachment, provenance, complete, native });
  }
}

/** The parts at views, in order. */
export function partsOf(received, views, issuer) {
  return Object.freeze(views.map((view, position) => new Part(received, view, issuer, position)));
}

/** The thoughts of parts, in order. */
export function thoughtsOf(parts) {
  return Object.freeze(parts.map((part) => part.thought).filter(Boolean));
}

/** The strings at places, which are the start and the end of each. */
function stringsOf(received, places) {
  const strings = [];
  for (let nth = 0; nth < places.length; nth += 2) strings.push(received.string(places[nth], places[nth + 1]));
  return strings;
}

/** The members that are not undefined. */
export function defined(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Plain data, for JSON. */
export const plain = (value) => value.toJSON();

/** Shows objects of a class by their plain data: Node, Bun and Deno show an object with getters as an empty one, unless it says itself what to show. */
export function showPlain(Class) {
  Object.defineProperty(Class.prototype, Symbol.for("nodejs.util.inspect.custom"), { value() { return this.toJSON(); } });
}

for (const Class of [Placed, Call]) showPlain(Class);

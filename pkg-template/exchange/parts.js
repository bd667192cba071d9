// The parts of a turn or of a message. Each has its place in the body and cuts its text out there when it is first read. They are made from
// the records EntryRecord, PartRecord and CallRecord, which are lists: the types define the positions.
import { Thought } from "../thought/thought.js";
import { EmittedThought } from "./emitted.js";
import { defined, Placed, plain, showPlain, stringsOf } from "./placed.js";

/** One message or item of a request. */
export class Entry extends Placed {
  #received;
  #record;
  #origin;
  #parts;

  constructor(received, [pointer, start, end, role, parts], origin) {
    super(received, { pointer, start, end });
    this.#received = received;
    this.#record = { role, parts };
    this.#origin = origin;
  }

  get role() {
    return this.#record.role ?? undefined;
  }

  get parts() {
    return (this.#parts ??= partsOf(this.#received, this.#record.parts, this.#origin));
  }

  toJSON() {
    const { raw, ...place } = super.toJSON();
    return defined({ role: this.role, ...place, parts: this.parts.map(plain) });
  }
}

/** One part of a turn or of a message. */
class Part extends Placed {
  #received;
  #record;
  #origin;
  #position;
  #text;
  #call;
  #thought;

  constructor(received, [pointer, start, end, kind, text, call, thought], origin, position) {
    const record = { pointer, start, end, kind, text, call, thought };
    super(received, record);
    this.#received = received;
    this.#record = record;
    this.#origin = origin;
    this.#position = position;
  }

  get kind() {
    return this.#record.kind;
  }

  get text() {
    const { text } = this.#record;
    return (this.#text ??= text?.length ? stringsOf(this.#received, text).join("") : undefined);
  }

  get call() {
    const { call, pointer } = this.#record;
    return (this.#call ??= call ? new Call(this.#received, call, pointer) : undefined);
  }

  get thought() {
    return (this.#thought ??= this.#record.thought && new Thought(this.#emitted));
  }

  get #emitted() {
    return new EmittedThought(this.#received, this.#record, this.#origin, this.#position);
  }

  toJSON() {
    const { kind, text, call } = this;
    return defined({ kind, ...super.toJSON(), text, call: call?.toJSON(), thought: this.#record.thought && this.#emitted.shown });
  }
}

/** A tool call, or the members of a result that identify the call it answers. */
export class Call {
  #received;
  #record;

  constructor(received, [id, name, start, end], pointer) {
    this.#received = received;
    this.#record = { id: id ?? undefined, name: name ?? undefined, start, end, pointer };
  }

  get id() {
    return this.#record.id;
  }

  get name() {
    return this.#record.name;
  }

  get pointer() {
    return this.#record.pointer;
  }

  get content() {
    const { start, end } = this.#record;
    return end === undefined ? undefined : this.#received.value(start, end);
  }

  get raw() {
    const { start, end } = this.#record;
    return end === undefined ? undefined : this.#received.cut(start, end);
  }

  toJSON() {
    const { id, name, content } = this;
    return defined({ id, name, content });
  }
}

/** Returns the parts of records, in order. `origin` has the members that they share. */
export function partsOf(received, records, origin) {
  return Object.freeze(records.map((record, position) => new Part(received, record, origin, position)));
}

/** Returns the thoughts of parts, in order. */
export function thoughtsOf(parts) {
  return Object.freeze(parts.map((part) => part.thought).filter(Boolean));
}

showPlain(Call);

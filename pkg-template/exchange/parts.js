// The parts of a turn or of a message. Each knows its place in the body; its text is cut out of there when it is first read.
// The lists that they are made from are those of src/api/turn.rs, which says what stands where in them.
import { Thought } from "../thought/thought.js";
import { EmittedThought } from "./emitted.js";
import { defined, Placed, plain, showPlain, stringsOf } from "./placed.js";

/** One message or item of a request. */
export class Entry extends Placed {
  #received;
  #view;
  #origin;
  #parts;

  constructor(received, view, origin) {
    super(received, view);
    [this.#received, this.#view, this.#origin] = [received, view, origin];
  }

  get role() {
    return this.#view[3] ?? undefined;
  }

  get parts() {
    return (this.#parts ??= partsOf(this.#received, this.#view[4], this.#origin));
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
  #origin;
  #position;
  #text;
  #call;
  #thought;

  constructor(received, view, origin, position) {
    super(received, view);
    [this.#received, this.#view, this.#origin, this.#position] = [received, view, origin, position];
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
    return (this.#thought ??= this.#view[6] && new Thought(this.#emitted));
  }

  get #emitted() {
    return new EmittedThought(this.#received, this.#view, this.#origin, this.#position);
  }

  toJSON() {
    const { kind, text, call } = this;
    return defined({ kind, ...super.toJSON(), text, call: call?.toJSON(), thought: this.#view[6] && this.#emitted.shown });
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

/** The parts at views, in order. `origin` says where they are from. */
export function partsOf(received, views, origin) {
  return Object.freeze(views.map((view, position) => new Part(received, view, origin, position)));
}

/** The thoughts of parts, in order. */
export function thoughtsOf(parts) {
  return Object.freeze(parts.map((part) => part.thought).filter(Boolean));
}

showPlain(Call);

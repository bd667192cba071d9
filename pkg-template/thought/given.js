// A thought from a caller: validated by the rules of ADK, which are on the wasm side, and kept unchanged.
import * as glue from "../wasm/glue.js";
import { InputError } from "../errors/index.js";
import { textOf as textOfBytes } from "../text/input.js";
import { guarded } from "../wasm/recover.js";
import { SharedCopy } from "./frozen.js";
import { assistant, Identity, identityOf, textOf } from "./identity.js";
import { restored, storable } from "./stored.js";

const checkThought = guarded(glue.checkThought);
const time = guarded(glue.readTime);

/** The members of a given thought, and the view of its native block, if it has one. */
export class GivenThought {
  #payload;
  #emission;

  constructor(raw) {
    const given = raw !== null && typeof raw === "object" ? raw : undefined;
    // Each property is read once: the checked value is the kept value.
    const { id, replayCompatibility, content: said } = given ?? {};
    const content = textOf(said);
    const identity = given?.identity ?? undefined;
    const [createdAt, updatedAt] = [instantOf(given?.createdAt), instantOf(given?.updatedAt)];
    const payload = restored(given?.payload, given?.payloadEncoding) ?? undefined;
    const facts = { id, content, identity: identityOf(identity), payload: payload === undefined ? undefined : true, replayCompatibility, createdAt, updatedAt };
    const checked = checkThought(given ? facts : raw);
    this.#payload = new SharedCopy(payload);
    this.id = id;
    this.content = content ?? "";
    this.tokenizable = typeof said === "object" && said !== null ? said : undefined;
    this.identity = identity === undefined ? assistant() : Identity.isIdentity(identity) && identity instanceof Identity ? identity : new Identity(identity);
    this.replayCompatibility = replayCompatibility ?? undefined;
    this.createdAt = checked.createdAt;
    this.updatedAt = checked.updatedAt;
  }

  get payload() {
    return this.#payload.shown;
  }

  get storedPayload() {
    return this.#payload.own;
  }

  /** The view of a thought of a turn: read out of the native block, with the stored place and issuer. */
  get emission() {
    return (this.#emission ??= this.#read());
  }

  #read() {
    const { storedPayload: payload, content, replayCompatibility } = this;
    const shown = { kind: content ? "text" : "encrypted", text: content || undefined, texts: content ? [content] : [], handles: [], complete: true, native: payload !== undefined };
    const view = payload === undefined ? undefined : viewOf({ payload, content, replayCompatibility });
    if (view?.block === undefined) return { ...shown, ...view };
    const { block, kind, texts, ...rest } = view;
    // The parts of a summary are paragraphs. The pieces of a text are one text.
    return { ...rest, kind, texts, text: texts.length ? texts.join(kind === "summary" ? "\n\n" : "") : undefined, raw: block };
  }
}

const viewThought = guarded(glue.viewThought);
const encoder = new TextEncoder();

/** Returns the part of a payload that a wire can read, or nothing if only its owner can read it. */
function viewOf({ payload, ...rest }) {
  try {
    const view = viewThought(encoder.encode(JSON.stringify({ ...rest, ...storable(payload) })));
    return view && JSON.parse(textOfBytes(view));
  } catch (error) {
    // JSON cannot hold this payload.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Returns the moment of a value, in ISO 8601 and UTC. */
export function readTime(value) {
  return time(instantOf(value));
}

/** Returns the number of a Date or of a DateTime of Luxon's, and any other value unchanged. */
function instantOf(value) {
  if (typeof value !== "object" || value === null) return value;
  if (typeof value.toMillis === "function") return value.toMillis();
  return Object.prototype.toString.call(value) === "[object Date]" ? value.getTime() : value;
}

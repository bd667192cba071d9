// A thought as somebody gave it: validated by the rules of ADK, which the wasm side knows, and kept as it was given.
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";
import { SharedCopy } from "./frozen.js";
import { assistant, Identity, identityOf, textOf } from "./identity.js";
import { lettaRecordOf, nativeOf } from "./native.js";
import { restored } from "./stored.js";

const checkThought = guarded(glue.checkThought);
const time = guarded(glue.readTime);

/** The members of a thought that was given, and the view of its native block, if it has one. */
export class GivenThought {
  #payload;
  #emission;

  constructor(raw) {
    const given = raw !== null && typeof raw === "object" ? raw : undefined;
    // Each property is read once: what is checked is what is kept.
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

  /** The view of a thought of a turn: read out of the native block, with the place and the issuer that were kept with it. */
  get emission() {
    return (this.#emission ??= this.#read());
  }

  #read() {
    const { storedPayload: payload, content } = this;
    const native = nativeOf({ payload, replayCompatibility: this.replayCompatibility });
    const view = native && readBlock(native);
    const shown = { text: content || undefined, texts: content ? [content] : [], complete: true, native: payload !== undefined };
    const { kind: word, handles, pointer: place } = lettaRecordOf(payload) ?? { kind: content ? "text" : "encrypted", handles: [] };
    if (!view) return { kind: word, ...shown, handles, pointer: place };
    const { kind = view.kind, attachment = view.attachment, pointer, provenance, block } = native;
    const { complete = view.complete } = provenance ?? {};
    return { kind, text: view.text, texts: view.texts, handles: view.handles, attachment, pointer, provenance, complete, native: view.native, raw: block };
  }
}

/** Reads a native block. The codecs do it, which stand above this floor and give it their reader. */
export function readBlocksBy(read) {
  readBlock = read;
}

let readBlock = () => undefined;

/** The moment a value names, in ISO 8601 and UTC. */
export function readTime(value) {
  return time(instantOf(value));
}

/** A Date or a DateTime of Luxon's as its number; anything else as it is. */
function instantOf(value) {
  if (typeof value !== "object" || value === null) return value;
  if (typeof value.toMillis === "function") return value.toMillis();
  return Object.prototype.toString.call(value) === "[object Date]" ? value.getTime() : value;
}

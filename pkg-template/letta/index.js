// `rethought/letta`: Letta's reasoning messages and content parts, read and written. Each call asks the wasm side, which answers in JSON.
import * as glue from "../wasm/glue.js";
import { rowsFor } from "../audit/audit.js";
import { InputError } from "../errors/index.js";
import { returnTarget, targetOf } from "../exchange/target.js";
import { Turn } from "../exchange/turn.js";
import { optionsFrom, ownMembers } from "../text/options.js";
import { guarded } from "../wasm/recover.js";
import { isBytes } from "../text/bytes.js";
import { bodyOf, bytesOf, bytesOfSource, likeInput, stringOf, textOf } from "../text/input.js";
import { jsonText } from "../text/object-text.js";
import { spliced } from "../text/splice.js";
import { readTime, Thought } from "../thought/thought.js";

const wasm = guarded(glue.letta);
const replayTag = guarded(glue.replayTag);
const encoder = new TextEncoder();

function exportThoughts(body, target, envelope) {
  const origin = Turn.origin(body);
  const where = origin ? returnTarget(origin.target, target) : targetOf(target);
  return ask("export", origin?.bytes ?? bytesOfSource(bodyOf(body, "body", where?.wire).source), { target: where, envelope: envelopeOf(envelope), unfinished: origin ? body.unfinished.join("\n") : "" });
}

function importThoughts(records, options) {
  const bytes = recordsOf(records);
  const { model } = optionsFrom(options, ["model"]);
  const { thoughts, others } = ask("import", bytes, { model: model === undefined ? undefined : stringOf(model, "model") });
  return { thoughts: thoughts.map(withText).map(withThought(bytes)), others };
}

export { exportThoughts as export, importThoughts as import };

export function project(records, envelope) {
  const { messages, fates } = ask("project", recordsOf(records), { envelope: envelopeOf(envelope) });
  return { messages, fates };
}

export function replay(records, target, options) {
  const [bytes, where] = [recordsOf(records), targetOf(target)];
  const { from } = optionsFrom(options, ["from"]);
  return ask("replay", bytes, { target: where, from: from === undefined ? undefined : targetOf(from) }).blocks.map(withText).map(withThought(bytes, where.wire));
}

export function otid(messageId, index) {
  if (!Number.isInteger(index)) throw wrong("Index must be between 0 and 127", "/index");
  return ask("otid", new Uint8Array(), { id: stringOf(messageId, "messageId"), index });
}

export function repeats(messages) {
  return ask("repeats", recordsOf(messages)).repeats;
}

export function after(messages, cursor) {
  if (cursor !== undefined && cursor !== null && !Number.isSafeInteger(cursor)) throw wrong("cursor must be a whole number", "/cursor");
  return ask("after", recordsOf(messages), { cursor });
}

export function update(records, id, reasoning) {
  const bytes = recordsOf(records);
  const { edits, invalidated } = ask("update", bytes, { id: stringOf(id, "id"), reasoning: stringOf(reasoning, "reasoning") });
  const [places, texts] = [[], []];
  for (let nth = 0; nth < edits.length; nth += 3) {
    places.push(edits[nth], edits[nth + 1], encoder.encode(edits[nth + 2]).length);
    texts.push(edits[nth + 2]);
  }
  const text = spliced(bytes, Uint32Array.from(places), encoder.encode(texts.join("")));
  return { records: isParsed(records) ? JSON.parse(textOf(text)) : likeInput(text, records), invalidated: invalidated.map(withText).map(withThought(bytes)) };
}

function ask(question, body, asked = {}) {
  return JSON.parse(textOf(wasm(question, body, encoder.encode(JSON.stringify(asked)), rowsFor())));
}

const isParsed = (records) => typeof records === "object" && records !== null && !isBytes(records);

/** Returns records as text or bytes, or parsed, as Letta's client returns them: only their strings count, and JSON keeps those. */
function recordsOf(records) {
  return isParsed(records) ? encoder.encode(jsonText(records, "records")) : bytesOf(records, "records");
}

/** The pieces of a text are one text; the parts of a summary are paragraphs. */
function withText(thought) {
  const { texts } = thought;
  return texts.length ? { ...thought, text: texts.join(thought.kind === "summary" ? "\n\n" : "") } : thought;
}

/** Adds the package's thought to a result. It is made on first use, and is not a member of the plain data. */
function withThought(bytes, wire) {
  const read = Date.now();
  let parsed;
  const dateAt = (pointer) => dateOf((parsed ??= JSON.parse(textOf(bytes))), pointer) ?? read;
  return ({ payload, ...found }, nth) => Object.defineProperty(found, "thought", { get: () => thoughtOf({ ...found, payload }, nth, dateAt(found.pointer), wire) });
}

function thoughtOf({ message, place, text = "", ...found }, nth, date, wire) {
  const id = `${message ?? "letta"}#${String(place ?? nth).padStart(4, "0")}`;
  return new Thought({ id, content: text, ...payloadOf(found, wire), createdAt: date, updatedAt: date });
}

/**
 * Returns the payload of a thought with its tag: the block of its issuer; else that of the requested wire; else the record itself, whose issuer is
 * unknown.
 */
function payloadOf({ payload, pointer, kind, handle, block, on, native }, wire) {
  if (payload !== undefined) return { payload: { ...payload, kind }, replayCompatibility: replayTag(payload.wire) };
  if (block !== undefined && wire !== undefined) return { payload: { wire, ...placeOf(block, on), kind }, replayCompatibility: replayTag(wire) };
  return native ? { payload: { wire: "letta", kind, handles: handle === undefined ? [] : [handle], pointer }, replayCompatibility: "letta-reasoning-v1" } : { replayCompatibility: "plain-text" };
}

/** Returns the block, or the member of a message that holds it, with its place there. */
function placeOf(block, on) {
  if (on !== "message") return { block, pointer: `/${on === "part" ? "parts" : on}/0` };
  const [[name, value]] = Object.entries(JSON.parse(block));
  return { block: JSON.stringify(value), pointer: `/${name}` };
}

/** Returns the date of a record: that of the message that a pointer leads into. */
function dateOf(root, pointer) {
  let [here, date] = [root, undefined];
  for (const key of ["", ...pointer.split("/").slice(1)]) {
    here = key === "" ? here : here?.[key];
    date = here?.date ?? here?.created_at ?? date;
  }
  return typeof date === "string" ? date : undefined;
}

const TEXTS = ["id", "name", "sender_id", "step_id", "run_id"];
const ENVELOPE = [...TEXTS, "seq_id", "is_err", "date"];

/** Returns the members of an envelope, checked. It may be a whole message of Letta's: other members are left out. */
function envelopeOf(envelope) {
  if (envelope === undefined || envelope === null) return {};
  if (typeof envelope !== "object") throw wrong("envelope must be an object", "");
  return Object.fromEntries(Object.entries(ownMembers(envelope, ENVELOPE)).map(([name, value]) => [name, memberOf(name, value)]));
}

function memberOf(name, value) {
  if (name === "date") return readTime(value);
  if (TEXTS.includes(name) && typeof value !== "string") throw wrong(`${name} must be a string`, `/${name}`);
  if (name === "seq_id" && !(Number.isSafeInteger(value) && value >= 0)) throw wrong("seq_id must be a whole number", "/seq_id");
  if (name === "is_err" && typeof value !== "boolean") throw wrong("is_err must be true or false", "/is_err");
  return value;
}

function wrong(message, pointer) {
  return new InputError(message, { code: "E_INPUT", pointer });
}

// The public face of the wasm side: checks what it is given, hands bytes over, and gives text for text and bytes for bytes.
import * as glue from "./glue.js";
import { InputError } from "./errors.js";
import { bytesOf, likeInput, stringOf, textOf } from "./input.js";
import { guarded } from "./recover.js";

export * from "./errors.js";
export { Identity, readTime, Thought } from "./thought.js";
export { countTokens } from "./tokens.js";

const wasm = Object.fromEntries(
  ["canonical", "digest", "locate", "messageText", "placeAt", "reasoningFacts", "scan", "splices", "version"].map((name) => [name, guarded(glue[name])]),
);

export function version() {
  return wasm.version();
}

export function scan(body) {
  return wasm.scan(bytesOf(body));
}

export function locate(body, pointer) {
  const bytes = bytesOf(body);
  return withRaw(wasm.locate(bytes, stringOf(pointer, "pointer")), bytes, body);
}

export function placeAt(body, offset) {
  const bytes = bytesOf(body);
  if (!Number.isSafeInteger(offset) || offset < 0) throw new InputError("offset must be a whole number", { code: "E_INPUT" });
  const place = offset < bytes.length ? wasm.placeAt(bytes, offset) : undefined;
  return place && withRaw(place, bytes, body);
}

export function edit(body, changes) {
  if (!Array.isArray(changes)) throw new InputError("changes must be an array", { code: "E_INPUT" });
  const bytes = bytesOf(body);
  const [places, text] = wasm.splices(bytes, changes.map(changeOf));
  return likeInput(spliced(bytes, places, text), body);
}

export function canonical(body, pointer = "") {
  return likeInput(wasm.canonical(bytesOf(body), stringOf(pointer, "pointer")), body);
}

export function digest(body, pointer = "") {
  return wasm.digest(bytesOf(body), stringOf(pointer, "pointer"));
}

export function readReasoningItem(body, pointer = "") {
  const bytes = bytesOf(body);
  const facts = wasm.reasoningFacts(bytes, stringOf(pointer, "pointer"));
  return { ...withRaw(facts, bytes, body), item: JSON.parse(textOf(bytes.subarray(facts.start, facts.end))) };
}

export function readMessage(body, pointer = "") {
  return JSON.parse(textOf(wasm.messageText(bytesOf(body), stringOf(pointer, "pointer"))));
}

/** One pass over the caller's own bytes: `places` holds start, end and length of the new text for each splice, in order. */
function spliced(bytes, places, text) {
  let size = bytes.length + text.length;
  for (let nth = 0; nth < places.length; nth += 3) size -= places[nth + 1] - places[nth];
  const out = new Uint8Array(size);
  let [read, write, taken] = [0, 0, 0];
  for (let nth = 0; nth < places.length; nth += 3) {
    const [start, end, length] = places.subarray(nth, nth + 3);
    out.set(bytes.subarray(read, start), write);
    write += start - read;
    out.set(text.subarray(taken, taken + length), write);
    [read, write, taken] = [end, write + length, taken + length];
  }
  out.set(bytes.subarray(read), write);
  return out;
}

function withRaw(place, bytes, body) {
  return { ...place, raw: likeInput(bytes.slice(place.start, place.end), body) };
}

function changeOf(change, nth) {
  const what = `changes[${nth}]`;
  if (typeof change !== "object" || change === null) throw new InputError(`${what} must be an object`, { code: "E_INPUT" });
  const checked = { op: stringOf(change.op, `${what}.op`), pointer: stringOf(change.pointer, `${what}.pointer`) };
  if (checked.op === "set") checked.name = stringOf(change.name, `${what}.name`);
  if (checked.op !== "remove") checked.json = bytesOf(change.json, `${what}.json`);
  return checked;
}

// The JSON floor: checks what it is given, hands bytes over, and gives text for text and bytes for bytes.
import * as glue from "../wasm/glue.js";
import { InputError } from "../errors/index.js";
import { guarded } from "../wasm/recover.js";
import { bytesOf, likeInput, stringOf } from "./input.js";
import { spliced } from "./splice.js";

const canonicalText = guarded(glue.canonical);
const digestOf = guarded(glue.digest);
const placeOf = guarded(glue.locate);
const placeAtByte = guarded(glue.placeAt);
const scanText = guarded(glue.scan);
const splicesOf = guarded(glue.splices);
const coreVersion = guarded(glue.version);

export function version() {
  return coreVersion();
}

export function scan(body) {
  return scanText(rawOf(body));
}

export function locate(body, pointer) {
  const bytes = bytesOf(body);
  return withRaw(placeOf(bytes, stringOf(pointer, "pointer")), bytes, body);
}

export function placeAt(body, offset) {
  const bytes = bytesOf(body);
  if (!Number.isSafeInteger(offset) || offset < 0) throw new InputError("offset must be a whole number", { code: "E_INPUT" });
  const place = offset < bytes.length ? placeAtByte(bytes, offset) : undefined;
  return place && withRaw(place, bytes, body);
}

export function edit(body, changes) {
  if (!Array.isArray(changes)) throw new InputError("changes must be an array", { code: "E_INPUT" });
  const [source, checked] = [rawOf(body), changes.map(changeOf)];
  const [places, text, size] = splicesOf(source, checked);
  return spliced(source, places, text, size);
}

export function canonical(body, pointer = "") {
  return likeInput(canonicalText(rawOf(body), stringOf(pointer, "pointer")), body);
}

export function digest(body, pointer = "") {
  return digestOf(rawOf(body), stringOf(pointer, "pointer"));
}

/** A string as it is, to be encoded where it is read; bytes of anything else. What is about text takes no objects: they have none. */
export const rawOf = (body) => (typeof body === "string" ? body : bytesOf(body));

/** A place, with the text that stands there. */
export function withRaw(place, bytes, body) {
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

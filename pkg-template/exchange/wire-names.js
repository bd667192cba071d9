// The names of wires and of message formats. Any other name is refused with a hint, before anything is read.
import { InputError } from "../errors/index.js";
import { nearest } from "../text/options.js";
import { OTHER_WIRES } from "../text/other-wire-names.js";
import { FORMATS, WIRES } from "./names-data.js";

/** Returns true for a format in which a framework keeps messages. */
export const isFormat = (name) => FORMATS.includes(name);

/** Throws if a name is neither a wire nor a format. */
export function refuseUnknownWire(name, pointer) {
  if (!WIRES.includes(name) && !isFormat(name)) throw new InputError(`Unknown wire ${JSON.stringify(name.slice(0, 64))}. ${hintFor(name)}`, { code: "E_INPUT", pointer });
}

function hintFor(name) {
  const key = name.slice(0, 64).toLowerCase();
  const meant = Object.hasOwn(OTHER_WIRES, key) ? OTHER_WIRES[key] : [nearest(key, [...WIRES, ...FORMATS])].filter(Boolean);
  return meant.length ? `Did you mean ${meant.map((one) => JSON.stringify(one)).join(" or ")}?` : `Wires: ${WIRES.join(", ")}.`;
}

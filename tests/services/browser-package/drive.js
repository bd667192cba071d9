// The program that every runtime runs: the conformance text, then the traps, as one line of JSON.
import { conformance, STREAM } from "./conformance.js";
import { traps } from "./traps.js";

/** `rooms` are the modules of the package by their names: the main entry and the subpaths. */
export function drive(rooms, glue, recover, now) {
  const text = conformance(rooms);
  const survived = traps(glue, recover, () => conformance(rooms), now, () => new rooms.front.StreamDecoder(), STREAM);
  return JSON.stringify({ conformance: text, traps: survived.text, times: survived.times });
}

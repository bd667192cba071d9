// What every runtime runs: the conformance text, then the traps, as one line of JSON.
import { conformance, STREAM } from "./conformance.js";
import { traps } from "./traps.js";

export function drive(rethought, glue, recover, now) {
  const text = conformance(rethought);
  const survived = traps(glue, recover, () => conformance(rethought), now, () => new rethought.StreamDecoder(), STREAM);
  return JSON.stringify({ conformance: text, traps: survived.text, times: survived.times });
}

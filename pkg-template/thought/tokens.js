// Token counts: by the caller's counter, or a documented estimate.
import * as glue from "../wasm/glue.js";
import { InputError } from "../errors/index.js";
import { guarded } from "../wasm/recover.js";

const estimate = guarded(glue.estimateTokens);

/** Returns the number of tokens of a text: by `counter` if given, else a token for every four UTF-16 code units, rounded up. */
export function countTokens(text, counter) {
  if (typeof text !== "string") throw new InputError("text must be a string", { code: "E_INPUT" });
  if (counter === undefined) return estimate(text);
  const count = counter(text);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new InputError(`the counter returned ${String(count)}, which is not a count`, { code: "E_INPUT" });
}

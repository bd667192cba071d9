// The answers that a store is asked to delete.
import { InputError } from "../errors/index.js";
import { numberFrom, optionsFrom } from "../text/options.js";

/** The largest time of a date, and the largest size: databases do not know infinity. */
const [MOST_TIME, MOST_BYTES] = [8.64e15, Number.MAX_SAFE_INTEGER];

/** Returns what to delete. Exactly one member says it. */
export function checkedWhat(given) {
  const what = optionsFrom(given, ["conversation", "account", "olderThan", "overBytes"]);
  const [name, ...others] = Object.keys(what);
  if (name === undefined || others.length) throw new InputError("delete needs one of conversation, account, olderThan and overBytes", { code: "E_INPUT" });
  if (name === "olderThan") return { olderThan: Math.min(MOST_TIME, Math.max(-MOST_TIME, numberFrom(typeof what.olderThan === "object" ? Number(what.olderThan) : what.olderThan, "olderThan"))) };
  if (name === "overBytes") return { overBytes: Math.min(MOST_BYTES, numberFrom(what.overBytes, "overBytes", 0)) };
  if (typeof what[name] !== "string" || !what[name]) throw new InputError(`${name} must be a name`, { code: "E_INPUT", pointer: `/${name}` });
  return { [name]: what[name] };
}

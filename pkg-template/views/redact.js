// Copies of a body without secrets.
import * as glue from "../wasm/glue.js";
import { InputError } from "../errors/index.js";
import { optionsFrom } from "../text/options.js";
import { guarded } from "../wasm/recover.js";
import { bytesOf, isPlainObject, stringOf, textOf } from "../text/input.js";
import { objectText } from "../text/object-text.js";
import { dataOf } from "./data.js";
import { hostSets } from "./host-sets.js";

const wasm = guarded(glue.redact);
const encoder = new TextEncoder();

export function redact(value, policy) {
  return redactedCopy(value, policy, false, "value");
}

/** Returns the copy of a body under a policy. A copy for a log also lists the ephemeral messages. */
export function redactedCopy(body, policy, isLog, what) {
  const { source, back } = dataOf(body, what);
  const [copy, record] = wasm(bytesOf(source, what), policyOf(policy), isLog);
  return { text: back(copy), ...JSON.parse(textOf(record)) };
}

const POLICY = ["subjects", "patterns", "thinkingPatterns", "detectors", "opaque", "limit"];

/** Returns a policy as text, a RegExp as its source and flags. */
function policyOf(policy = {}) {
  if (!isPlainObject(policy)) throw new InputError("policy must be an object", { code: "E_INPUT" });
  const { patterns, thinkingPatterns, ...rest } = optionsFrom(policy, POLICY);
  const listed = (list, name) => (Array.isArray(list) ? list.map((given, nth) => patternOf(given, name, nth)) : list);
  return encoder.encode(objectText({ ...rest, patterns: listed(patterns, "patterns"), thinkingPatterns: listed(thinkingPatterns, "thinkingPatterns") }, "policy").text);
}

function patternOf(given, name, nth) {
  const isRegExp = (value) => Object.prototype.toString.call(value) === "[object RegExp]";
  const isText = typeof given !== "object" || given === null || isRegExp(given);
  const { pattern, flags = "", kind } = isText ? Object.assign(Object.create(null), { pattern: given }) : optionsFrom(given, ["pattern", "flags", "kind"], `/${name}/${nth}`);
  const expression = isRegExp(pattern) ? pattern : { source: pattern, flags: stringOf(flags, `${name}[${nth}].flags`) };
  const source = stringOf(expression.source, `${name}[${nth}]`);
  // RegExp writes the empty pattern in this form.
  const whole = source === "(?:)" ? "" : source;
  return { pattern: whole, flags: expression.flags, kind, sets: hostSets(whole, expression.flags, `/${name}/${nth}/pattern`, !isRegExp(pattern)) };
}

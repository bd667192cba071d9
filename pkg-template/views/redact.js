// Copies of a body without secrets.
import * as glue from "../glue.js";
import { InputError } from "../errors.js";
import { optionsFrom } from "../options.js";
import { guarded } from "../recover.js";
import { bytesOf, isPlainObject, likeInput, stringOf, textOf } from "../text/input.js";
import { objectText } from "../text/object-text.js";

const wasm = guarded(glue.redact);
const encoder = new TextEncoder();

export function redact(value, policy) {
  return redactedCopy(value, policy, false, "value");
}

/** The copy of a body under a policy. A copy for a log also lists the messages that are ephemeral. */
export function redactedCopy(body, policy, isLog, what) {
  const [copy, told] = wasm(bytesOf(body, what), policyOf(policy), isLog);
  return { text: likeInput(copy, body), ...JSON.parse(textOf(told)) };
}

const POLICY = ["subjects", "patterns", "detectors", "opaque", "limit"];

/** A policy as text, a RegExp as its source and flags. */
function policyOf(policy = {}) {
  if (!isPlainObject(policy)) throw new InputError("policy must be an object", { code: "E_INPUT" });
  const { patterns, ...rest } = optionsFrom(policy, POLICY);
  const listed = Array.isArray(patterns) ? patterns.map(patternOf) : patterns;
  return encoder.encode(objectText({ ...rest, patterns: listed }, "policy").text);
}

function patternOf(given, nth) {
  const isRegExp = (value) => Object.prototype.toString.call(value) === "[object RegExp]";
  const isText = typeof given !== "object" || given === null || isRegExp(given);
  const { pattern, flags, kind } = isText ? Object.assign(Object.create(null), { pattern: given }) : optionsFrom(given, ["pattern", "flags", "kind"], `/patterns/${nth}`);
  const expression = isRegExp(pattern) ? pattern : { source: pattern, flags };
  return { pattern: stringOf(expression.source, `patterns[${nth}]`), flags: expression.flags, kind };
}

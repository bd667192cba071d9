// Conversion: a request of any wire as one of any other, with a fate for every thought.
import * as glue from "../wasm/glue.js";
import { AUDIT_OPTIONS, ledgerOf, rulesWanted } from "../audit/audit.js";
import { reportOf } from "../audit/report.js";
import { InputError } from "../errors/index.js";
import { policyFor } from "./policy.js";
import { targetOf } from "../exchange/target.js";
import { optionsFrom } from "../text/options.js";
import { guarded } from "../wasm/recover.js";
import { isBytes } from "../text/bytes.js";
import { bodyOf, textOf } from "../text/input.js";

const convertOnce = guarded(glue.convert);
const encoder = new TextEncoder();
/** The options of `convert`, but for the ledger. */
export const CONVERT_OPTIONS = ["from", "to", "policy", ...AUDIT_OPTIONS];

export function convert(request, options) {
  const given = optionsFrom(options, [...CONVERT_OPTIONS, "ledger"]);
  const { source, back, ...crossing } = conversionOf(request, given);
  if (given.ledger !== undefined) return ledgerOf(given).convert(request, withoutLedger(given));
  return resultOf(convertOnce(source, ...crossing.values), back, reportOf);
}

const withoutLedger = ({ ledger, ...options }) => options;

/** The values that cross for a conversion, and the way its text goes back to the caller: text for text, bytes for bytes, an object for an object. */
export function conversionOf(request, given) {
  if (given.to === undefined) throw new InputError("to is missing: it is the target of the converted request", { code: "E_INPUT", pointer: "/to" });
  const [from, to] = [targetOf(given.from, "/from"), endOf(given.to)];
  const { source } = bodyOf(request, "request", from.wire);
  const back = backLike(request);
  return { source, back, to, values: [encoder.encode(JSON.stringify([from, to, policyFor(to, given.policy)])), ...rulesWanted(given)] };
}

/** Where a conversion goes: a target, or a format with the members around its messages. */
export function endOf(given) {
  if (given === null || typeof given !== "object" || !Object.hasOwn(given, "envelope")) return targetOf(given, "/to");
  const { envelope, ...target } = given;
  if (envelope === null || envelope === undefined) return targetOf(target, "/to");
  return { ...targetOf(target, "/to"), envelope };
}

/** Turns bytes into what was given: text for text, bytes for bytes, an object for an object. */
export function backLike(given) {
  if (typeof given === "string") return textOf;
  return isBytes(given) ? (bytes) => bytes : (bytes) => JSON.parse(textOf(bytes));
}

/** The result of a conversion. `readReport` reads the report on its request. Messages in a format are not sent, so they have none. */
export function resultOf([bytes, outcome, judged], back, readReport) {
  const { plan, notes, sent } = JSON.parse(textOf(outcome));
  return { request: back(bytes), plan, notes, report: sent ? readReport(judged) : undefined };
}

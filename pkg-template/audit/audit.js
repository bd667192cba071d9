// The audit: finds what a provider would refuse or lose before the request is sent. The repair: makes the edits that fix it.
import * as glue from "../wasm/glue.js";
import { InputError } from "../errors/index.js";
import { bytesOfTarget, targetOf } from "../exchange/target.js";
import { refuseUnknownWire } from "../exchange/wire-names.js";
import shipped from "../wasm/models.js";
import { optionsFrom } from "../text/options.js";
import { generation, guarded, withInstance } from "../wasm/recover.js";
import { bodyOf, stringOf, textOf } from "../text/input.js";
import { jsonText } from "../text/object-text.js";
import { editedText } from "../text/splice.js";
import { reportOf } from "./report.js";

/** The options of an audit, and what a repair takes besides. */
export const AUDIT_OPTIONS = ["off", "maxFindings", "models", "hosts", "tables"];
export const REPAIR_OPTIONS = [...AUDIT_OPTIONS, "allow"];

const auditOnce = guarded(glue.audit);
const classifyOnce = guarded(glue.classify);
const repairOnce = guarded(glue.repair);
const encoder = new TextEncoder();
/** The package's own rows of models and hosts, as they cross. */
export const SHIPPED_ROWS = encoder.encode(shipped);

export function audit(request, target, options) {
  const given = optionsFrom(options, [...AUDIT_OPTIONS, "ledger"]);
  if (given.ledger !== undefined) return ledgerOf(given).audit(request, target, withoutLedger(given));
  const where = targetOf(target);
  const { source } = bodyOf(request, "request", where.wire);
  return reportOf(auditOnce(source, bytesOfTarget(where), ...rulesWanted(given)));
}

export function repair(request, target, options) {
  const given = optionsFrom(options, [...REPAIR_OPTIONS, "ledger"]);
  if (given.ledger !== undefined) return ledgerOf(given).repair(request, target, withoutLedger(given));
  const where = targetOf(target);
  const { source, back } = bodyOf(request, "request", where.wire);
  const [repaired, steps, skipped, judged] = repairOnce(source, bytesOfTarget(where), ...rulesWanted(given), allowed(given));
  const applied = stepsOf(steps);
  return { request: back(repairedLike(source, repaired, applied)), applied, ...skippedOf(skipped), report: reportOf(judged) };
}

/** The ledger among options, for calls that ask it instead. */
export function ledgerOf({ ledger }) {
  if (typeof ledger?.audit === "function") return ledger;
  throw new InputError("ledger must be a Ledger", { code: "E_INPUT", pointer: "/ledger" });
}

/** The other options, for the ledger. */
export const withoutLedger = ({ ledger, ...options }) => options;

/** The repaired request in the type of the source: bytes stay bytes. In a string, the edits are made one after the other. */
export function repairedLike(source, repaired, applied) {
  if (typeof source !== "string") return repaired;
  const added = ({ start, end, text }) => encoder.encode(text).length - (end - start);
  const growth = applied.map(({ edits }) => edits.reduce((sum, edit) => sum + added(edit), 0));
  let size = growth.reduce((sum, more) => sum - more, repaired.length);
  return applied.reduce((text, { edits }, nth) => {
    const next = editedText(text, edits, size);
    size += growth[nth];
    return next;
  }, source);
}

export function classify(error, wire) {
  if (wire !== undefined && wire !== null) refuseUnknownWire(stringOf(wire, "wire"), "/wire");
  const found = classifyOnce(errorSource(error), wire ?? undefined);
  return found && JSON.parse(textOf(found));
}

/** The members of an error that an SDK throws in which the provider's answer may stand, beside its message. */
const ERROR_MEMBERS = ["status", "statusCode", "code", "error", "responseBody", "body", "data", "cause", "lastError", "errors"];

/** What is read of an error: its text, or of one that was thrown also the answer that it carries. */
function errorSource(error) {
  if (!(error instanceof Error)) return bodyOf(error, "error").source;
  try {
    return bodyOf(thrownMembers(error, 4), "error").source;
  } catch {
    // A member that is not JSON, such as a response that is still read, leaves the message.
    return bodyOf(error.message, "error").source;
  }
}

/** The members of a thrown error as plain data, and of the errors in it. */
function thrownMembers(error, depth) {
  const plain = (value) => (value instanceof Error ? (depth ? thrownMembers(value, depth - 1) : undefined) : Array.isArray(value) ? value.map(plain) : value);
  const members = ERROR_MEMBERS.map((name) => [name, plain(error[name])]).filter(([, value]) => value !== undefined && typeof value !== "function");
  return { message: error.message, ...Object.fromEntries(members) };
}

/** The steps of a repair, from the bytes that crossed. */
export const stepsOf = (bytes) => JSON.parse(textOf(bytes));

/** The fixes that a repair undid, as a member of its result; nothing if there are none. */
export function skippedOf(bytes) {
  const skipped = JSON.parse(textOf(bytes));
  return skipped.length ? { skipped } : {};
}

const ALLOW = ["safe", "unsafe", "placeholder", "dead"];

/** The kinds of edits that a repair may make, as bits. Safe ones are always allowed. */
export function allowed({ allow = [] }) {
  if (!Array.isArray(allow)) throw new InputError("allow must be an array of words", { code: "E_INPUT", pointer: "/allow" });
  return allow.reduce((bits, word) => {
    const bit = ALLOW.indexOf(word);
    if (bit < 0) throw new InputError(`allow must list ${ALLOW.join(" or ")} (got ${String(word)})`, { code: "E_INPUT", pointer: "/allow" });
    return bits | (1 << bit);
  }, 1);
}

/** The rows of models and hosts, and the caller's choices, as they cross. */
export function rulesWanted({ off = [], maxFindings, models = [], hosts = [], tables }) {
  if (!Array.isArray(off)) throw new InputError("off must be an array of rule ids", { code: "E_INPUT", pointer: "/off" });
  if (maxFindings !== undefined && !(Number.isSafeInteger(maxFindings) && maxFindings >= 0)) throw new InputError(`maxFindings must be a whole number (got ${String(maxFindings)})`, { code: "E_INPUT", pointer: "/maxFindings" });
  const rows = rowsOf(models, hosts, tables);
  const choices = off.length || maxFindings !== undefined ? encoder.encode(JSON.stringify({ off: off.map(String), maxFindings })) : EMPTY;
  return [rows === SHIPPED_ROWS ? shippedRows() : rows, choices];
}

/** The rows of models and hosts for a call that judges nothing: the package's own, with those of the caller. What Object.prototype was given is not an option. */
export const rowsFor = (tables) => rulesWanted({ __proto__: null, ...tables })[0];

/** All rows, as they cross: those of the tables, the package's own or newer ones, and the caller's after them. */
export function rowsOf(models = [], hosts = [], tables = undefined) {
  const base = tables === undefined ? shipped : textOfTables(tables);
  mustBeRows(models, isRow, "models must be rows with if and set", "/models");
  mustBeRows(hosts, isHost, "hosts must be rows with a name, and facts with if and set", "/hosts");
  const rows = [...models, ...hosts];
  if (!rows.length) return base === shipped ? SHIPPED_ROWS : encoder.encode(base);
  return encoder.encode(`${base.slice(0, -1)},${jsonText(rows, "models and hosts").slice(1)}`);
}

const isRow = (row) => typeof row?.if === "string" && typeof row.set === "object" && row.set !== null;
const isHost = (row) => typeof row?.name === "string" && Array.isArray(row.facts ?? []) && (row.facts ?? []).every(isRow);
const isName = (row) => typeof row?.model === "string";

function mustBeRows(rows, isOne, message, pointer) {
  if (!Array.isArray(rows) || !rows.every(isOne)) throw new InputError(message, { code: "E_INPUT", pointer });
}

/** The texts of tables that were given before: a program has one, and every request is judged by it. */
const textsOfTables = new WeakMap();

/** The rows of tables as text. Their shape is checked as far as the audit needs it; `rethought/tables` checks the rest. */
function textOfTables(tables) {
  if (typeof tables !== "object" || tables === null || tables.version !== 1) throw new InputError("tables must be those of rethought/tables, of version 1", { code: "E_INPUT", pointer: "/tables" });
  const known = textsOfTables.get(tables);
  if (known !== undefined) return known;
  const { names, models, hosts } = tables;
  mustBeRows(names, isName, "the names of tables must be rows with a model", "/tables/names");
  mustBeRows(models, isRow, "the models of tables must be rows with if and set", "/tables/models");
  mustBeRows(hosts, isHost, "the hosts of tables must be rows with a name, and facts with if and set", "/tables/hosts");
  const text = jsonText([...names.map(({ model }) => ({ model })), ...models.map((row) => ({ if: row.if, set: row.set })), ...hosts], "tables");
  textsOfTables.set(tables, text);
  return text;
}

/** Empty bytes, which stand for the package's own rows: those cross once for each instance. They are long, and most of the cost of auditing a short request. */
function shippedRows() {
  withInstance(() => {
    if (shippedTo !== generation) glue.shipRows(SHIPPED_ROWS);
    shippedTo = generation;
  });
  return EMPTY;
}

/** The generation of the instance that has the rows. */
let shippedTo;
const EMPTY = new Uint8Array(0);

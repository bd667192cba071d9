// What a provider would refuse or lose, known before the request is sent; and the edits that mend it.
import * as glue from "./glue.js";
import { InputError } from "./errors.js";
import { editsOf, FixSource, reportOf } from "./findings.js";
import { bodyOf, bytesOf, stringOf, textOf } from "./input.js";
import { ownOption } from "./options.js";
import { generation, guarded } from "./recover.js";
import shipped from "./models.js";
import { ruleTexts } from "./rule-texts.js";
import { editedText } from "./splice.js";
import { bytesOfTarget, targetOf } from "./target.js";

export { reportOf };

const wasm = Object.fromEntries(["audit", "auditReplay", "classify", "fixes", "repair"].map((name) => [name, guarded(glue[name])]));
const encoder = new TextEncoder();
const numbers = () => (numbers.known ??= new Map(ruleTexts().map(({ id }, nth) => [id, nth])));
/** What providers say, for the way back from an error. */
const sentences = () => (sentences.known ??= encoder.encode(JSON.stringify(ruleTexts().map(({ upstream, heads }) => [Object.values(upstream), heads]))));
/** The package's own rows, as they cross. */
export const own = encoder.encode(shipped);
/** No numbers of rules, as they cross. */
const none = encoder.encode("[]");

export function audit(request, target, options) {
  const ledger = ownOption(options, "ledger");
  if (ledger) return ledger.audit(request, target, options);
  const where = targetOf(target);
  return judged(bodyOf(request, "request", where.wire).source, bytesOfTarget(where), ...optionsOf(options));
}

export function repair(request, target, options) {
  const ledger = ownOption(options, "ledger");
  if (ledger) return ledger.repair(request, target, options);
  const where = targetOf(target);
  const { source, back } = bodyOf(request, "request", where.wire);
  const [aim, wanted] = [bytesOfTarget(where), optionsOf(options)];
  const [mended, steps] = wasm.repair(source, aim, ...wanted, allowed(ownOption(options, "allow")));
  const applied = stepsOf(steps);
  return { request: back(mendedLike(source, mended, applied)), applied, report: judged(mended, aim, ...wanted) };
}

/** The request as it is now: bytes for bytes. A text is mended where it is, step by step. */
export function mendedLike(source, mended, applied) {
  if (typeof source !== "string") return mended;
  const added = ({ start, end, text }) => encoder.encode(text).length - (end - start);
  const growth = applied.map(({ edits }) => edits.reduce((sum, edit) => sum + added(edit), 0));
  let size = growth.reduce((sum, more) => sum - more, mended.length);
  return applied.reduce((text, { edits }, nth) => {
    const next = editedText(text, edits, size);
    size += growth[nth];
    return next;
  }, source);
}

/** The report on a source. A copy of it is made only if there is something in it to mend that nobody has asked for yet. */
function judged(source, ...rest) {
  return reportOf(wasm.audit(source, ...rest), () => new FixSource(source, (request, from, room) => wasm.fixes(request, ...rest, from, room)));
}

export function classify(error, wire) {
  // What the SDKs throw has the answer of the provider in its message.
  const told = error instanceof Error ? error.message : error;
  const found = wasm.classify(bodyOf(told, "error").source, wire === undefined || wire === null ? undefined : stringOf(wire, "wire"), sentences());
  if (!found) return undefined;
  const about = JSON.parse(textOf(found));
  return { ...named(about), others: about.others.map((nth) => ruleTexts()[nth].id), recovery: ruleTexts()[about.rule].fixes };
}

export function auditReplay(items, contract, nextTurnCarriesTools) {
  if (!Array.isArray(items)) throw new InputError("items must be an array", { code: "E_INPUT" });
  if (typeof nextTurnCarriesTools !== "boolean") throw new InputError("nextTurnCarriesTools must be true or false", { code: "E_INPUT" });
  const list = encoder.encode(`[${items.map(itemText).join(",")}]`);
  const { violations, ...counts } = JSON.parse(textOf(wasm.auditReplay(list, stringOf(contract, "contract"), nextTurnCarriesTools)));
  return { ...counts, ...(violations.length ? { violation: violations[0] } : {}), violations };
}

/** The text of an item: as it came, or, of one that was parsed, what is left of it. Only a look is taken at it. */
function itemText(item, nth) {
  const given = item?.raw ?? item;
  const plain = typeof given === "object" && given !== null && !ArrayBuffer.isView(given);
  return plain ? JSON.stringify(given) : textOf(bytesOf(given, `items[${nth}]`));
}

/** With the name of the rule in place of its number. */
const named = (told) => ({ ...told, rule: ruleTexts()[told.rule].id });

/** What a repair did, as it crossed. */
export function stepsOf(bytes) {
  return JSON.parse(textOf(bytes)).map(({ mended, edits }) => ({ mended: mended.map(named), edits: editsOf(edits) }));
}

const ALLOW = ["safe", "unsafe", "placeholder"];

/** Safe edits are always allowed. */
export function allowed(allow = []) {
  if (!Array.isArray(allow)) throw new InputError("allow must be an array of words", { code: "E_INPUT", pointer: "/allow" });
  return allow.reduce((bits, word) => {
    const bit = ALLOW.indexOf(word);
    if (bit < 0) throw new InputError(`allow knows ${ALLOW.join(", ")}, not ${String(word)}`, { code: "E_INPUT", pointer: "/allow" });
    return bits | (1 << bit);
  }, 1);
}

/** The rows of models and hosts and the rules that are off, as they cross. */
export function optionsOf(options) {
  const [off = [], models = [], hosts = []] = ["off", "models", "hosts"].map((name) => ownOption(options, name));
  if (!Array.isArray(off)) throw new InputError("off must be an array of rule ids", { code: "E_INPUT", pointer: "/off" });
  for (const id of off) if (!numbers().has(id)) throw new InputError(`there is no rule ${String(id)}`, { code: "E_INPUT", pointer: "/off" });
  const rows = rowsOf(models, hosts);
  return [rows === own ? shippedRows() : rows, off.length ? encoder.encode(`[${off.map((id) => numbers().get(id))}]`) : none];
}

/** All rows, as they cross: the package's own, and the caller's after them. */
export function rowsOf(models = [], hosts = []) {
  const isRow = (row) => typeof row?.if === "string" && typeof row.set === "object" && row.set !== null;
  if (!Array.isArray(models) || !models.every(isRow)) throw new InputError("models must be rows with if and set", { code: "E_INPUT", pointer: "/models" });
  const isHost = ({ name, facts = [] } = {}) => typeof name === "string" && Array.isArray(facts) && facts.every(isRow);
  if (!Array.isArray(hosts) || !hosts.every((row) => isHost(row ?? undefined))) throw new InputError("hosts must be rows with a name, and facts with if and set", { code: "E_INPUT", pointer: "/hosts" });
  const rows = [...models, ...hosts];
  return rows.length ? encoder.encode(`${shipped.slice(0, -1)},${JSON.stringify(rows).slice(1)}`) : own;
}

/** Nothing, which stands for the package's own rows: they cross once for each instance. They are long, and most of the cost of auditing a short request. */
function shippedRows() {
  withInstance(() => {
    if (shippedTo !== generation) glue.shipRows(own);
    shippedTo = generation;
  });
  return EMPTY;
}

/** The generation of the instance that has the rows. */
let shippedTo;
const EMPTY = new Uint8Array(0);
/** Runs work with an instance that is alive; inside it `generation` is that of the instance. */
const withInstance = guarded((work) => work());

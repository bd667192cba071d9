// What a provider would refuse or lose, known before the request is sent; and the edits that mend it.
import * as glue from "./glue.js";
import { InputError } from "./errors.js";
import { bytesOf, likeInput, stringOf, textOf } from "./input.js";
import { guarded } from "./recover.js";
import shipped from "./models.js";
import packed from "./rules.js";
import { bytesOfTarget, targetOf } from "./target.js";

const wasm = Object.fromEntries(["audit", "auditReplay", "classify", "repair"].map((name) => [name, guarded(glue[name])]));
const encoder = new TextEncoder();
const CHECKS = ["passed", "failed", "not applicable", "off"];
/** What the cards say of each rule, in the order of its number. */
export const said = () => (said.known ??= JSON.parse(packed));
const numbers = () => (numbers.known ??= new Map(said().map(({ id }, nth) => [id, nth])));
/** What becomes of most rules, by their ids. A copy of it takes a sixth of the time that as many pairs do. */
const unbound = () => (unbound.known ??= Object.fromEntries(said().map(({ id }) => [id, CHECKS[2]])));
/** What providers say, for the way back from an error. */
const sentences = () => (sentences.known ??= encoder.encode(JSON.stringify(said().map(({ upstream, heads }) => [upstream, heads]))));
/** The package's own rows, as they cross. */
export const own = encoder.encode(shipped);
/** No numbers of rules, as they cross. */
const none = encoder.encode("[]");

export function audit(request, target, options) {
  if (options?.ledger) return options.ledger.audit(request, target, options);
  return reportOf(textOf(wasm.audit(bytesOf(request, "request"), bytesOfTarget(targetOf(target)), ...optionsOf(options))));
}

export function repair(request, target, options) {
  if (options?.ledger) return options.ledger.repair(request, target, options);
  const [bytes, aim, wanted] = [bytesOf(request, "request"), bytesOfTarget(targetOf(target)), optionsOf(options)];
  const [mended, steps] = wasm.repair(bytes, aim, ...wanted, allowed(options?.allow));
  return { request: likeInput(mended, request), applied: stepsOf(steps), report: reportOf(textOf(wasm.audit(mended, aim, ...wanted))) };
}

export function classify(error, wire) {
  const found = wasm.classify(bytesOf(error, "error"), wire === undefined || wire === null ? undefined : stringOf(wire, "wire"), sentences());
  if (!found) return undefined;
  const told = JSON.parse(textOf(found));
  return { ...named(told), others: told.others.map((nth) => said()[nth].id), recovery: said()[told.rule].fixes };
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
const named = (told) => ({ ...told, rule: said()[told.rule].id });

/** What the provider would answer: a number in braces is that number of the pointer, a name is an argument of the finding. */
export function filled(template, pointer, args) {
  const steps = pointer.split("/").filter((step) => /^\d+$/.test(step));
  return template.replace(/\{(.*?)\}/g, (_, name) => (/^\d+$/.test(name) ? steps[name] ?? "" : args[name] ?? "…"));
}

/** A report as people and programs read it: what crossed, and what the cards say. */
export function reportOf(told) {
  // The checks come last, and in no string can their name stand between quotes.
  const at = told.lastIndexOf(',"checks":[');
  const { findings, wire, verdict, items, signed, formats } = JSON.parse(`${told.slice(0, at)}}`);
  const found = findings.map(({ fix, args, related, upstream, pointer, start, end, ...finding }) => {
    const { message, why, fixes, upstream: answers } = said()[finding.rule];
    const answer = answers[upstream];
    const mended = fix && { safety: fix.safety, title: fixes[fix.safety], edits: editsOf(fix.edits) };
    return { ...named(finding), message, why, ...(answer === undefined ? {} : { upstream: filled(answer, pointer, args) }), pointer, start, end, related, args, ...(mended ? { fix: mended } : {}) };
  });
  return { schema: 1, wire, verdict, items, signed, formats, findings: found, checks: { ...checksOf(told.slice(at + 10, -1)) } };
}

/** What became of each rule: mostly the same as of the request before. */
function checksOf(text) {
  if (checked.text !== text) {
    const rules = { ...unbound() };
    JSON.parse(text).forEach((check, nth) => {
      if (check !== 2) rules[said()[nth].id] = CHECKS[check] ?? `unknown: ${check}`;
    });
    checked = { text, rules };
  }
  return checked.rules;
}

let checked = {};

/** What a repair did, as it crossed. */
export function stepsOf(bytes) {
  return JSON.parse(textOf(bytes)).map(({ mended, edits }) => ({ mended: mended.map(named), edits: editsOf(edits) }));
}

function editsOf(flat) {
  return Array.from({ length: flat.length / 3 }, (_, nth) => ({ start: flat[nth * 3], end: flat[nth * 3 + 1], text: flat[nth * 3 + 2] }));
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

/** The rows of models and the rules that are off, as they cross. */
export function optionsOf(options = {}) {
  const { off = [], models = [] } = options ?? {};
  if (!Array.isArray(off)) throw new InputError("off must be an array of rule ids", { code: "E_INPUT", pointer: "/off" });
  for (const id of off) if (!numbers().has(id)) throw new InputError(`there is no rule ${String(id)}`, { code: "E_INPUT", pointer: "/off" });
  return [rowsOf(models), off.length ? encoder.encode(`[${off.map((id) => numbers().get(id))}]`) : none];
}

/** All rows, as they cross: the package's own as they are, and the caller's after them. */
export function rowsOf(models = []) {
  const isRow = (row) => typeof row?.if === "string" && typeof row.set === "object" && row.set !== null;
  if (!Array.isArray(models) || !models.every(isRow)) throw new InputError("models must be rows with if and set", { code: "E_INPUT", pointer: "/models" });
  return models.length ? encoder.encode(`${shipped.slice(0, -1)},${JSON.stringify(models).slice(1)}`) : own;
}

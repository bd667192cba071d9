// The verdict of a contract on a request: a refusal is thrown, a loss is collected.
import { evidenceOf } from "./evidence.mjs";
import { LITERALS } from "./literals/all.mjs";

/** The vendor's 4xx. `rule` is the id of the facts' catalogue, or one of ours if the catalogue has no row. */
export class Refusal extends Error {
  constructor(name, values = {}, { rule, param, where } = {}) {
    const literal = LITERALS[name];
    if (!literal) throw new TypeError(`no literal «${name}»`);
    super(literal.text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? ""));
    Object.assign(this, { name, literal, rule: rule ?? literal.rule, status: literal.status ?? 400, code: literal.code ?? null, param: param ?? literal.param ?? null, where: where ?? placeOf(name, values) });
    reached.add(name);
  }
}

/** Returns the block that a refusal is about, if its numbers identify it. */
function placeOf(name, { i, j, n }) {
  const [outer, inner] = name.startsWith("gem") ? ["contents", "parts"] : ["messages", "content"];
  if (i !== undefined) return j === undefined ? `/${outer}/${i}` : `/${outer}/${i}/${inner}/${j}`;
  if (n === undefined || name.startsWith("gem")) return null;
  return /^(oai|xai)/.test(name) ? `/input/${n}` : `/messages/${n}`;
}

/** Refuses with the literal of that name. */
export function refuse(name, values, more) {
  throw new Refusal(name, values, more);
}

/** The names of literals that were answered in this process: the self-test requires all of them. */
export const reached = new Set();

/** The rules that caused a refusal in this process. */
export const refusedRules = new Set();

/** Collects parts that a vendor silently accepts and does not use. `maybe` is set for losses that are only possible. */
export class Losses {
  list = [];
  add(rule, where, more = {}) {
    if (!this.list.some((one) => one.rule === rule && one.where === where)) this.list.push({ rule, where, evidence: evidenceOf(rule), ...more });
    lostRules.add(rule);
  }
}

/** The rules that caused a loss in this process. */
export const lostRules = new Set();

/** Runs a contract: `check` may throw a Refusal, `issue` makes the reply; `envelope` writes an error in the vendor's form. */
export function judge({ check, issue, envelope }) {
  const losses = new Losses();
  try {
    const seen = check(losses);
    return { status: 200, refusal: null, lost: losses.list, ...issue(seen, losses) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refusedRules.add(error.rule);
    // `upstream` is the rule of the vendor behind a gateway.
    const refusal = { status: error.status, rule: error.rule, evidence: evidenceOf(error.rule, error.literal), message: error.message, literal: error.name, where: error.where };
    if (error.upstream) refusal.upstream = error.upstream;
    // An unpublished text, or one whose numbers count translated messages, cannot be predicted.
    if (error.literal.unknown || error.recounted) refusal.unknown = true;
    // No body shows a state of the server.
    if (error.literal.unseen || error.unseen) refusal.unseen = true;
    return { status: error.status, headers: { "content-type": "application/json" }, refusal, lost: [], ...envelope(error) };
  }
}

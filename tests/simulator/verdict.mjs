// The verdict of a contract on a request: a refusal is thrown, a loss is written down.
import { evidenceOf } from "./evidence.mjs";
import { LITERALS } from "./literals/all.mjs";

/** The vendor's 4xx. `rule` is the id of the facts' catalogue, or one of ours for what the catalogue has no row for. */
export class Refusal extends Error {
  constructor(name, values = {}, { rule, param, where } = {}) {
    const literal = LITERALS[name];
    if (!literal) throw new TypeError(`no literal «${name}»`);
    super(literal.text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? ""));
    Object.assign(this, { name, literal, rule: rule ?? literal.rule, status: literal.status ?? 400, code: literal.code ?? null, param: param ?? literal.param ?? null, where: where ?? placeOf(name, values) });
    reached.add(name);
  }
}

/** The block that a refusal is about, where its numbers tell. */
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

/** The names of literals that were ever answered in this process: the self-test wants all of them. */
export const reached = new Set();

/** Rules ever refused by in this process. */
export const refusedRules = new Set();

/** Collects what a vendor takes without a word and does not use. `maybe` marks what facts only hold possible. */
export class Losses {
  list = [];
  add(rule, where, more = {}) {
    if (!this.list.some((one) => one.rule === rule && one.where === where)) this.list.push({ rule, where, evidence: evidenceOf(rule), ...more });
    lostRules.add(rule);
  }
}

/** Rules ever reported as a loss in this process. */
export const lostRules = new Set();

/** Runs a contract: `check` may throw a Refusal, `issue` makes the reply; `envelope` writes an error as this vendor does. */
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
    // A text that nobody has published, or whose numbers count what was passed on, cannot be known beforehand.
    if (error.literal.unknown || error.recounted) refusal.unknown = true;
    // No body tells a state of the server.
    if (error.literal.unseen || error.unseen) refusal.unseen = true;
    return { status: error.status, headers: { "content-type": "application/json" }, refusal, lost: [], ...envelope(error) };
  }
}

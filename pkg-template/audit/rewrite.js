// Compaction safety: shows whether a stretch of a conversation can be dropped or summarised without breaking what is signed.
import * as glue from "../wasm/glue.js";
import { InputError } from "../errors/index.js";
import { bytesOfTarget, targetOf } from "../exchange/target.js";
import { listed } from "../text/listed.js";
import { optionsFrom } from "../text/options.js";
import { guarded } from "../wasm/recover.js";
import { bodyOf, textOf } from "../text/input.js";
import { AUDIT_OPTIONS, ledgerOf, rulesWanted, withoutLedger } from "./audit.js";

const judge = guarded(glue.canRewrite);
/** The options of `canRewrite`, but for the ledger. */
export const REWRITE_OPTIONS = [...AUDIT_OPTIONS, "by"];
const WAYS = ["drop", "summary"];

export function canRewrite(request, range, target, options) {
  const given = optionsFrom(options, [...REWRITE_OPTIONS, "ledger"]);
  if (given.ledger !== undefined) return ledgerOf(given).canRewrite(request, range, target, withoutLedger(given));
  const where = targetOf(target);
  return rewrite(bodyOf(request, "request", where.wire).source, range, bytesOfTarget(where), given, judge);
}

/** Asks once, or once for each way; `ask` judges one. The options were read by `optionsFrom`. */
export function rewrite(request, range, target, options, ask) {
  const way = options.by;
  if (way !== undefined && !WAYS.includes(way)) throw wrong(`by must be ${listed(WAYS)} (got ${String(way)})`, "/by");
  const [source, wanted, between] = [bodyOf(request, "request").source, rulesWanted(options), rangeOf(range)];
  const answer = (way) => JSON.parse(textOf(ask(source, target, ...wanted, between, way === "summary")));
  return way ? answer(way) : Object.fromEntries(WAYS.map((way) => [way, answer(way)]));
}

function rangeOf(range) {
  const isNumber = (one) => Number.isInteger(one) && one >= 0 && one < 2 ** 32;
  if (Array.isArray(range) && range.length === 2 && range.every(isNumber)) return Uint32Array.from(range);
  throw wrong("range must be two whole numbers, that of the first entry and that after the last", "/range");
}

const wrong = (message, pointer) => new InputError(message, { code: "E_INPUT", pointer });

// Compaction safety: whether a stretch of a conversation can be dropped or summarised without breaking what is signed.
import * as glue from "./glue.js";
import { filled, optionsOf, said } from "./audit.js";
import { InputError } from "./errors.js";
import { bytesOf, textOf } from "./input.js";
import { guarded } from "./recover.js";
import { bytesOfTarget, targetOf } from "./target.js";

const ask = guarded(glue.canRewrite);
const WAYS = ["drop", "summary"];

export function canRewrite(request, range, target, options) {
  if (options?.ledger) return options.ledger.canRewrite(request, range, target, options);
  return rewrite(request, range, bytesOfTarget(targetOf(target)), options, ask);
}

/** Asks once, or once for each way; `by` is whom. */
export function rewrite(request, range, target, options, by) {
  const way = options?.by;
  if (way !== undefined && !WAYS.includes(way)) throw wrong(`by knows ${WAYS.join(", ")}, not ${String(way)}`, "/by");
  const [bytes, wanted, between] = [bytesOf(request, "request"), optionsOf(options), rangeOf(range)];
  const answer = (way) => rewriteOf(JSON.parse(textOf(by(bytes, target, ...wanted, between, way === "summary"))));
  return way ? answer(way) : Object.fromEntries(WAYS.map((way) => [way, answer(way)]));
}

/** What crossed, and what the cards say. */
function rewriteOf({ breaks, ...rest }) {
  const told = breaks.map(({ rule, message, upstream, args, now, ...broken }) => {
    const card = said()[rule];
    const words = typeof upstream === "number" ? card.upstream[upstream] : upstream;
    const answer = words === undefined ? {} : { upstream: filled(words, now, args) };
    return { ...(card ? { rule: card.id } : {}), message: message ?? card.message, ...broken, ...answer };
  });
  return { ...rest, breaks: told };
}

function rangeOf(range) {
  const isNumber = (one) => Number.isInteger(one) && one >= 0 && one < 2 ** 32;
  if (Array.isArray(range) && range.length === 2 && range.every(isNumber)) return Uint32Array.from(range);
  throw wrong("range must be two whole numbers, that of the first entry and that after the last", "/range");
}

const wrong = (message, pointer) => new InputError(message, { code: "E_INPUT", pointer });

// Compaction safety: whether a stretch of a conversation can be dropped or summarised without breaking what is signed.
import * as glue from "./glue.js";
import { optionsOf, said } from "./audit.js";
import { InputError } from "./errors.js";
import { bytesOf, textOf } from "./input.js";
import { guarded } from "./recover.js";
import { bytesOfTarget, targetOf } from "./target.js";

const ask = guarded(glue.canRewrite);
const WAYS = ["drop", "summary"];

export function canRewrite(request, range, target, options) {
  const by = options?.by;
  if (by !== undefined && !WAYS.includes(by)) throw wrong(`by knows ${WAYS.join(", ")}, not ${String(by)}`, "/by");
  const [start, end] = rangeOf(range);
  const [bytes, aim, wanted] = [bytesOf(request, "request"), bytesOfTarget(targetOf(target)), optionsOf(options)];
  const answer = (way) => rewriteOf(JSON.parse(textOf(ask(bytes, aim, wanted, start, end, way === "summary"))));
  return by ? answer(by) : Object.fromEntries(WAYS.map((way) => [way, answer(way)]));
}

/** What crossed, and what the cards say. */
function rewriteOf({ breaks, ...rest }) {
  const told = breaks.map(({ rule, message, ...broken }) => ({ ...(rule ? { rule } : {}), message: message ?? said().get(rule).message, ...broken }));
  return { ...rest, breaks: told };
}

function rangeOf(range) {
  const isNumber = (one) => Number.isInteger(one) && one >= 0 && one < 2 ** 32;
  if (Array.isArray(range) && range.length === 2 && range.every(isNumber)) return range;
  throw wrong("range must be two whole numbers, that of the first entry and that after the last", "/range");
}

const wrong = (message, pointer) => new InputError(message, { code: "E_INPUT", pointer });

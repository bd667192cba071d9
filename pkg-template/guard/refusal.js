// A provider's refusal: which rule it is about, whether it was foreseen, and the request that may be taken in its place.
import { classify } from "../audit/audit.js";
import { readStream } from "./stream-body.js";
import { READ_WHOLE, responseWith } from "./response-tee.js";
import { isZipped, unzipped } from "./unzipped.js";

/** Errors are short. A longer body is passed on unread. */
const LONGEST = 1 << 20;

export const isRefusal = ({ status }) => status >= 400 && status < 500;

/** The statuses that always are about the request itself. */
export const isAboutRequest = (status) => status === 400 || status === 422;

/** True if a refusal may be about what was sent, and not about who sent it, or when. */
export const mayBeMended = ({ status }) => ![401, 402, 403, 407, 408, 425, 429, 451].includes(status);

/** Reads an error; gives its bytes, if they are few and the caller does not abort, and a response that still has them. */
export async function readRefusal(response, signal) {
  if (response[READ_WHOLE]) return { bytes: await response[READ_WHOLE](LONGEST), response };
  if (typeof response.body?.getReader !== "function") return { response };
  const { bytes, rest } = await readStream(response.body, LONGEST, signal);
  return { bytes, response: responseWith(bytes ?? rest, response) };
}

/** The rule that an error is about, and whether the report said so before. */
export function judgeRefusal(bytes, report) {
  const plain = isZipped(bytes) ? unzipped(bytes) : bytes;
  const classified = classify(plain, report.wire);
  const rules = rulesOf(classified);
  const predicted = report.findings.some(({ rule, severity }) => severity === "reject" && (!rules.length || rules.includes(rule)));
  return { classified, predicted };
}

/**
 * The request mended by the rule of an error; nothing if there is no fix for it that is allowed and was not made before. What the error says outranks what was assumed: its rule is on,
 * and bindings are enforced.
 */
export async function mendedAfter({ classified, report, sent, target, options, ledger }) {
  const rules = rulesOf(classified);
  if (!rules.length) return undefined;
  const off = (options.off ?? []).filter((rule) => !rules.includes(rule));
  const isFound = ({ findings }) => findings.some(({ rule }) => rules.includes(rule));
  for (const where of [target, { ...target, enforced: true }]) {
    const mended = await ledger.repair(sent, where, { ...options, off });
    const isMendedBy = mended.applied.some((step) => step.mended.some(({ rule }) => rules.includes(rule)));
    // A fix of another rule may mend it as well: the signature comes back with the thought.
    if (isMendedBy || (mended.applied.length && isFound(report) && !isFound(mended.report))) return mended;
  }
  return undefined;
}

const rulesOf = (classified) => (classified?.rule ? [classified.rule, ...classified.others] : []);

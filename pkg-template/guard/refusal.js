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
export const mayBeRepaired = ({ status }) => ![401, 402, 403, 407, 408, 425, 429, 451].includes(status);

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
 * The request repaired by the rule of an error; nothing if there is no fix for it that is allowed and was not made before. What the error says outranks what was assumed: its rule is on,
 * and bindings are enforced. If the error is about a signature or ciphertext, everything of the refused origin may be removed.
 */
export async function repairedAfter({ classified, report, sent, target, options, ledger }) {
  const rules = rulesOf(classified);
  if (!rules.length) return undefined;
  const off = (options.off ?? []).filter((rule) => !rules.includes(rule));
  const isFound = ({ findings }) => findings.some(({ rule }) => rules.includes(rule));
  const isHandle = rules.some((rule) => HANDLE_RULES.includes(rule));
  // A missing signature says nothing of other handles.
  const isMissing = classified.rule === "thinking-without-signature";
  const about = isHandle && !isMissing ? [...rules, ...HANDLE_RULES] : rules;
  const refused = isHandle ? refusedOptions(classified, { report, sent, options, off, isMissing }) : [];
  // The ledger restores first.
  for (const tried of [{ ...options, off }, ...refused]) {
    for (const where of [target, { ...target, enforced: true }]) {
      const repaired = await ledger.repair(sent, where, tried);
      const isRepairedBy = repaired.applied.some((step) => step.mended.some(({ rule }) => about.includes(rule)));
      // A fix of another rule may mend it as well: the signature comes back with the thought.
      if (isRepairedBy || (repaired.applied.length && isFound(report) && !isFound(repaired.report))) return repaired;
    }
  }
  return undefined;
}

/** The rules about signatures and ciphertexts that a provider verifies. */
const HANDLE_RULES = ["handle-of-another-vendor", "damaged-handle", "foreign-handle", "altered-handle", "invalid-thinking-signature", "thinking-without-signature", "damaged-ciphertext", "foreign-thought-signature", "undecodable-thought-signature"];

/**
 * The options of a repair after a refusal of a handle: first without a change of settings, then with one if nothing else helps. A host that refuses a handle
 * verifies them, also a gateway; a missing one names no handle.
 */
function refusedOptions({ rule, message, pointer, args = {} }, { report, sent, options, off, isMissing }) {
  // With the name of an item alone, a refusal says nothing of other accounts.
  const account = /\b(organi[sz]ation|account|resource|project|caller)(?!s?\/)/i.test(message);
  // OpenAI makes up an id for an item that has none.
  const id = args.id && textOf(sent).includes(args.id) ? args.id : undefined;
  const refused = isMissing ? {} : { pointer, id, head: args.head, tail: args.tail, account, origin: HANDLE_RULES.includes(rule) };
  const models = [...(options.models ?? []), { if: "", set: { refused } }];
  const allow = [...(options.allow ?? []), "dead"];
  // Accepted parts stay unchanged.
  const accepted = report.findings.filter(({ severity }) => severity !== "reject").map(({ rule }) => rule);
  return [{ ...options, models, allow, off }, { ...options, models, allow: [...allow, "unsafe"], off: [...off, ...accepted] }];
}

const textOf = (sent) => (typeof sent === "string" ? sent : new TextDecoder().decode(sent));

const rulesOf = (classified) => (classified?.rule ? [classified.rule, ...classified.others] : []);

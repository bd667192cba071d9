// The choices that a program may make for each call: whether it is guarded, in which mode, and which fixes are allowed.
import { allowed } from "../audit/audit.js";
import { digest } from "../text/text.js";
import { headersOf } from "./call.js";
import { checkMode, checkShare } from "./settings.js";

/** Digits of a digest that decide whether a conversation is in a sample. */
const SAMPLE_DIGITS = 8;

/**
 * Returns the choices for a call: `mode`, `repair` (the options of a repair) and `retry`; nothing if the call is not in the sample. Throws if a function
 * of the program does, or gives something else.
 */
export function choicesFor(call, identity, settings) {
  const about = aboutOf(call, identity);
  const of = (option) => (typeof option === "function" ? option(about()) : option);
  if (!isSampled(of(settings.sample), identity.conversation)) return undefined;
  const mode = of(settings.mode) ?? "observe";
  checkMode(mode);
  return { mode, repair: repairOptions(settings.repair, of), retry: settings.retry ?? mode === "repair" };
}

/** Returns what a function of the program is given. It is made for the first that asks: a copy of headers costs time. */
function aboutOf(call, { conversation, account }) {
  let made;
  return () => (made ??= { url: new URL(call.url.href), headers: headersOf(call), conversation, account });
}

/** All calls of a conversation with a name are in the sample, or none is: a ledger with holes knows less. */
function isSampled(share = true, conversation) {
  checkShare(share);
  if (typeof share === "boolean" || share === 1 || share === 0) return Boolean(share);
  const point = conversation === undefined ? Math.random() : parseInt(digest(JSON.stringify(conversation)).slice(0, SAMPLE_DIGITS), 16) / 16 ** SAMPLE_DIGITS;
  return point < share;
}

function repairOptions(options, of) {
  if (typeof options.allow !== "function") return options;
  const allow = of(options.allow) ?? [];
  allowed({ allow });
  return { ...options, allow };
}

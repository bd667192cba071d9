// The event of a call to a model, reported when the call has ended.
import * as glue from "../wasm/glue.js";
import { isStream, isZipped, unzipped } from "../guard/parts.js";
import { guarded } from "../wasm/recover.js";

/** Returns the requested model: from the address, or from the body. */
const modelOfCall = guarded(glue.modelOfCall);

/**
 * Returns the event of a call that the guard saw, or nothing if it was not a call to a model. `answer` has `status`, `type`, `isCut`, and
 * `bytes` if they were kept.
 */
export function guardedExchange({ exchange, repair, credential, answer: guarded, isSigned = false }, answer, ms) {
  if (!exchange) return undefined;
  const { about, report, sent, refusal } = repair?.exchange ?? exchange;
  const judged = repair?.before ?? report;
  return {
    ...eventOf(judged, { conversation: about.conversation, credential, url: about.url, wire: about.wire, sent }, { ...answer, known: guarded?.received.answer }, ms),
    request: about.request,
    repairs: repair?.applied.length ?? 0,
    isBlocked: refusal !== undefined,
    isSigned,
  };
}

/** Returns the event of a converted call, as it was sent to the vendor that answered. */
export function convertedExchange(conversion, { conversation, credential }, answer, ms) {
  const { report, to, request, url, from, body } = conversion;
  const about = { conversation, credential, url: `${url.origin}${url.pathname}`, wire: to.wire, sent: request };
  return { ...eventOf(report, about, answer, ms), model: to.model, request: body, convertedFrom: from.wire, repairs: 0, isBlocked: false, isSigned: false };
}

function eventOf(report, about, { status, type, bytes, known, isCut = false }, ms) {
  const rules = [...new Set(report.findings.filter(({ severity }) => severity !== "advice").map(({ rule }) => rule))];
  return { ...about, model: modelOfCall(about.sent, about.url), verdict: report.verdict, rules, status, ms, isCut, ...answerOf({ bytes, type, known, isCut }, about.wire) };
}

/**
 * Returns the answer as a body or as a stream, or neither if nothing was kept or it cannot be unpacked. `known` is the guard's reading. If
 * it is complete, its very bytes are used, so that the core recognizes bytes that it has read.
 */
function answerOf({ bytes, type = "", known, isCut }, wire) {
  try {
    if (!bytes?.length) return {};
    const plain = isZipped(bytes) ? unzipped(bytes, isCut) : bytes;
    if (known?.stream?.length === plain.length) return { stream: known.stream };
    return isStream(plain, type, wire) ? { stream: plain } : { response: plain };
  } catch {
    return {};
  }
}

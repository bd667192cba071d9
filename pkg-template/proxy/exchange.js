// The event of a call to a model, told when the call has ended.
import * as glue from "../wasm/glue.js";
import { isStream, isZipped, unzipped } from "../guard/parts.js";
import { guarded } from "../wasm/recover.js";

/** The model that is asked: by the address, or by the body. */
const modelOfCall = guarded(glue.modelOfCall);

/** The event of a call that the guard saw; nothing if it was none to a model. `answer` has what came: `status`, `type`, `bytes` if they were kept, `isCut`. */
export function guardedExchange({ exchange, mended, credential, answer: guarded, isSigned = false }, answer, ms) {
  if (!exchange) return undefined;
  const { about, report, sent, refusal } = mended?.exchange ?? exchange;
  const judged = mended?.before ?? report;
  return {
    ...eventOf(judged, { conversation: about.conversation, credential, url: about.url, wire: about.wire, sent }, { ...answer, known: guarded?.received.answer }, ms),
    request: about.request,
    repairs: mended?.applied.length ?? 0,
    isBlocked: refusal !== undefined,
    isSigned,
  };
}

/** The event of a call that was converted: as it went to the vendor that answered. */
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
 * The answer as a body or as a stream; neither if nothing of it was kept, or if it cannot be unpacked. `known` is what the guard made of it. If that is all of it, the very bytes are
 * taken, by which the core knows that they were read before.
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

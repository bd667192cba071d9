// The event of a call to a model, told when the call has ended.
import { isStream, isZipped, unzipped } from "../guard/parts.js";

/** The event of a call that the guard saw; nothing if it was none to a model. `answer` has what came: `status`, `type`, `bytes` if they were kept, `isCut`. */
export function guardedExchange({ exchange, mended, credential, isSigned = false }, answer, ms) {
  if (!exchange) return undefined;
  const { about, report, sent, refusal } = mended?.exchange ?? exchange;
  const judged = mended?.before ?? report;
  return {
    ...eventOf(judged, { conversation: about.conversation, credential, url: about.url, wire: about.wire, sent }, answer, ms),
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

function eventOf(report, about, { status, type, bytes, isCut = false }, ms) {
  const rules = [...new Set(report.findings.filter(({ severity }) => severity !== "advice").map(({ rule }) => rule))];
  return { ...about, model: modelOf(about), verdict: report.verdict, rules, status, ms, isCut, ...bodyOf(bytes, type, about.wire, isCut) };
}

/** The answer as a body or as a stream; neither if nothing of it was kept, or if it cannot be unpacked. */
function bodyOf(bytes, type = "", wire, isCut) {
  try {
    if (!bytes?.length) return {};
    const plain = isZipped(bytes) ? unzipped(bytes, isCut) : bytes;
    return isStream(plain, type, wire) ? { stream: plain } : { response: plain };
  } catch {
    return {};
  }
}

/** The model that is asked: by the address, or by the body. Clients write it before their messages or after them, so the whole is read last. */
function modelOf({ url, sent }) {
  const [, named] = /\/(?:models?|deployments)\/([^/:?]+)/.exec(url) ?? [];
  if (named !== undefined) return decodeURIComponent(named);
  return modelIn(sent.slice(0, END)) ?? (sent.length > END ? (modelIn(sent.slice(-END)) ?? modelIn(sent)) : undefined);
}

/** So much of a request is read first. */
const END = 2000;
const decoder = new TextDecoder();

function modelIn(part) {
  const text = typeof part === "string" ? part : decoder.decode(part);
  return /"model"\s*:\s*"([^"\\]{1,200})"/.exec(text)?.[1];
}

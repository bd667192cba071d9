/** Searches exchanges for a text. Each request repeats the messages before it, so only the new part of an exchange is searched. */
import { commonPrefix, commonSuffix, decodeText } from "../bytes";
import type { Exchange } from "./exchange";
import { ruleOfRefusal } from "./outcome";
import type { Session } from "./session";

/** A match: the words around it, if it is in a body. */
export interface Match {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

const NO_EXCERPT: Match = { before: "", found: "", after: "" };
/** The number of characters shown before and after a match. */
const AROUND = 40;

/** Searches one exchange: its model, its rules, the error of the provider, the new part of its request, and its answer. `query` is in lower case. */
export function searchExchange(session: Session, exchange: Exchange, query: string): Match | undefined {
  const names = [exchange.model, exchange.record.label, ruleOfRefusal(exchange), ...(exchange.report?.findings.map(({ rule }) => rule) ?? [])];
  if (names.some((name) => name?.toLowerCase().includes(query))) return NO_EXCERPT;
  const bodies = [exchange.refusal && (exchange.refusal.about?.message ?? exchange.refusal.text), newText(session, exchange), decode(exchange.answer ?? exchange.record.stream)];
  for (const body of bodies) {
    const match = body && findIn(body, query);
    if (match) return match;
  }
  return undefined;
}

function findIn(text: string, query: string): Match | undefined {
  const at = text.toLowerCase().indexOf(query);
  if (at < 0) return undefined;
  const end = at + query.length;
  return { before: text.slice(Math.max(0, at - AROUND), at), found: text.slice(at, end), after: text.slice(end, end + AROUND) };
}

/** The part of a request that the request before it does not have. */
function newText(session: Session, { nth, record }: Exchange): string | undefined {
  if (record.added || !record.request) return decode(record.added);
  const previous = session.previous(nth);
  const before = previous === undefined ? undefined : session.request(previous);
  if (!before) return decode(record.request);
  const start = commonPrefix(before, record.request);
  const end = record.request.length - commonSuffix(before, record.request, start);
  return decode(record.request.subarray(start, end));
}

const decode = (bytes: Uint8Array | undefined): string | undefined => bytes && decodeText(bytes);

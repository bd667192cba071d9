/** A request on its way to be mended: fixes applied one after the other, the audit after each. */
import type { Finding, Report, TextEdit } from "rethought/slim";
import { bytesOf } from "../bytes";
import { joined } from "./conversation";
import type { Session } from "./session";

export interface Draft {
  readonly nth: number;
  readonly request: Uint8Array;
  /** The rules whose fixes are in it, in order. */
  readonly applied: readonly string[];
  readonly report: Report | undefined;
}

export function draftOf(session: Session, nth: number, request: Uint8Array, which: Finding | "safe", before: Draft | undefined): Draft {
  const applied = before?.applied ?? [];
  if (which === "safe") {
    const mended = session.repair(nth, request, []);
    if (!mended) return { nth, request, applied, report: before?.report };
    const rules = mended.applied.flatMap(({ mended }) => mended.map(({ rule }) => rule));
    return { nth, request: mended.request, applied: [...applied, ...rules], report: mended.report };
  }
  const next = spliced(request, which.fix?.edits ?? []);
  return { nth, request: next, applied: [...applied, which.rule], report: session.audit(nth, next) };
}

/** A body with edits in it. All are meant against the body as given, and none overlap. */
export function spliced(body: Uint8Array, edits: readonly TextEdit[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of [...edits].sort((one, other) => one.start - other.start)) {
    pieces.push(body.subarray(at, start), bytesOf(text));
    at = end;
  }
  return joined([...pieces, body.subarray(at)]);
}

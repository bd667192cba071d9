/** A draft of a request: fixes applied one after the other, with an audit after each. */
import type { Finding, Report, TextEdit } from "rethought/slim";
import { concatBytes, encodeText } from "../bytes";
import type { Session } from "./session";

export interface Draft {
  /** The exchange whose request it is. */
  readonly nth: number;
  readonly request: Uint8Array;
  /** The rules whose fixes were applied, in order. */
  readonly applied: readonly string[];
  readonly report: Report | undefined;
}

/** Applies the fix of a finding, or every safe fix, to a request. */
export function applyFix(session: Session, nth: number, request: Uint8Array, which: Finding | "safe", before: Draft | undefined): Draft {
  const applied = before?.applied ?? [];
  if (which === "safe") {
    const repaired = session.repair(nth, request, []);
    if (!repaired) return { nth, request, applied, report: before?.report };
    const rules = repaired.applied.flatMap(({ mended }) => mended.map(({ rule }) => rule));
    return { nth, request: repaired.request, applied: [...applied, ...rules], report: repaired.report };
  }
  const next = applyEdits(request, which.fix?.edits ?? []);
  return { nth, request: next, applied: [...applied, which.rule], report: session.audit(nth, next) };
}

/** Applies edits to a body. Their offsets refer to the original body, and they do not overlap. */
export function applyEdits(body: Uint8Array, edits: readonly TextEdit[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of [...edits].sort((one, other) => one.start - other.start)) {
    pieces.push(body.subarray(at, start), encodeText(text));
    at = end;
  }
  return concatBytes([...pieces, body.subarray(at)]);
}

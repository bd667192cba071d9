// The records of the audit that tsify cannot write.
import type { Body, Like } from "../text/body.js";
import type { AuditOptions, RepairStep, Report, SkippedFix } from "../records/index.js";

/** A request, mended as far as was allowed. */
export interface Repaired<B extends Body> {
  /** The request: text for text, bytes for bytes, an object for an object. Nothing but the edits has changed. */
  request: Like<B>;
  /** The steps that were made, in order, as a patch. */
  applied: RepairStep[];
  /** Fixes that were tried and undone, because each trades one refusal for another. Left out if there are none. */
  skipped?: SkippedFix[];
  /** The audit of the request as it is now. */
  report: Report;
}

/** The options of `canRewrite`. */
export interface RewriteOptions extends AuditOptions {
  /** Says how the range is rewritten: it goes, or a text takes its place. Both are answered if it is left out. */
  by?: "drop" | "summary" | undefined;
}

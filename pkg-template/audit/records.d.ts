// The records of the audit that tsify cannot write.
import type { Body, Like } from "../text/body.js";
import type { AuditOptions, RepairStep, Report } from "../records/index.js";

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

/** A fix that a repair did not keep. */
export interface SkippedFix {
  /** The rule of the finding. */
  rule: string;
  /** Where it was found. */
  pointer: string;
  /** The risk of the fix. */
  safety: "safe" | "unsafe" | "placeholder";
  /** The rules that would refuse the request after the fix. */
  adds: string[];
}

/** The options of `canRewrite`. */
export interface RewriteOptions extends AuditOptions {
  /** Says how the range is rewritten: it goes, or a text takes its place. Both are answered if it is left out. */
  by?: "drop" | "summary" | undefined;
}

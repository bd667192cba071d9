// The result of a repair, which has the form of its request. Records are generated into records/index.d.ts.
import type { Body, Like } from "../text/body.js";
import type { RepairStep, Report, SkippedFix } from "../records/index.js";

/** A request, repaired as far as was allowed. */
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

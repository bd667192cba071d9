/** The evidence of a rule, in words. */
import type { Evidence } from "rethought/slim";

export const EVIDENCE_TEXTS: Readonly<Record<Evidence, string>> = {
  observed: "seen in recorded traffic",
  documented: "documented by the vendor",
  reported: "reported by users",
  inferred: "inferred",
};

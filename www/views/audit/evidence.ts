/** How a rule is known, in words. */
import type { Evidence } from "rethought/slim";

export const EVIDENCE_TEXTS: Readonly<Record<Evidence, string>> = {
  observed: "observed: seen in a probe or a recording",
  documented: "documented: the vendor's own pages say so",
  reported: "reported: people met it and wrote about it",
  inferred: "inferred: it follows from what is known",
};

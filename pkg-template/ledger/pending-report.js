// A report of a ledger. It keeps its request, for the record of the answer.
import { reportOf } from "../audit/report.js";
import { awaitAnswer } from "./recorded-exchange.js";

/** Reads the core's output: the report and, after a line break, the data for recording the answer. */
export function pendingReport(judged, target) {
  const at = judged.lastIndexOf("\n");
  const report = reportOf(judged.slice(0, at));
  awaitAnswer(report, { text: judged.slice(at + 1), target });
  return report;
}

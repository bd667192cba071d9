// A report of a ledger. It remembers the request that it is about, for the record of the answer.
import { reportOf } from "../audit/report.js";
import { awaitAnswer } from "./recorded-exchange.js";

/** Reads what the core tells: the report and, after a line break, what recording the answer will need. */
export function pendingReport(told, target) {
  const at = told.lastIndexOf("\n");
  const report = reportOf(told.slice(0, at));
  awaitAnswer(report, { text: told.slice(at + 1), target });
  return report;
}

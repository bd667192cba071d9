// A report of a ledger. It remembers the request that it is about, for the record of the answer.
import * as glue from "../wasm/glue.js";
import { FixSource, reportOf } from "../audit/findings.js";
import { bytesOfTarget } from "../exchange/target.js";
import { awaitAnswer } from "./recorded-exchange.js";

/** Reads what the core tells: the report and, after a line break, what recording the answer will need. `run(work)` runs work on the ledger's number on the wasm side. */
export function pendingReport(source, told, target, rules, run) {
  const at = told.lastIndexOf("\n");
  // A long report leaves its fixes out. They are made when they are read.
  const fixes = (request, from, room) => run((number) => glue.ledgerFixes(request, number, bytesOfTarget(target), ...rules, from, room));
  const report = reportOf(told.slice(0, at), () => new FixSource(source, fixes));
  awaitAnswer(report, { text: told.slice(at + 1), target });
  return report;
}

// The result of `fix --ndjson`: the applied fixes, the remaining findings, and the request.
import { repair } from "../../start/node.js";
import { aboutOf, findingsText, requestOf, requestText, verdictText } from "./members.js";

/** @throws {InputError} if an option is unknown. */
export function fixResult({ options, texts, target }, sessions) {
  repair("{}", { wire: "openai-chat", ...target }, options);
  return (exchange, target, tally) => {
    const request = requestOf(exchange);
    const ledger = sessions?.ledgerFor(exchange);
    const { request: made, applied, report } = repair(request.source, target, ledger ? { ...options, ledger } : options);
    sessions?.record(exchange, target);
    tally.count(report);
    const mended = applied.flatMap((step) => step.mended).map(({ rule, pointer, safety }) => ({ rule, pointer, safety }));
    const text = requestText(request, applied.length ? made : request.source);
    return `${aboutOf(report, exchange, target)}${verdictText(report)},"mended":${JSON.stringify(mended)},"left":${findingsText(report.findings, texts)},"request":${text}`;
  };
}

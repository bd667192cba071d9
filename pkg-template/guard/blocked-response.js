// The response to a request that is blocked, in the words and the form of the vendor, so that its client throws its own error, and does not try again.
import { reaches, SEVERITIES } from "../audit/severity.js";
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";

const refusal = guarded(glue.refusal);
const encoder = new TextEncoder();

/** True if a request is blocked: if it is certain to be refused, or has a finding of the severity that the caller names or of a worse one. */
export const blocks = ({ verdict, findings }, failOn) => (failOn === undefined ? verdict === "rejected" : findings.some((finding) => reaches(finding, failOn)));

/** Makes the response by the worst of the findings: the provider's sentence, and who says so. */
export function blockedResponse(report, url) {
  const worst = SEVERITIES.findLast((severity) => report.findings.some((finding) => finding.severity === severity));
  const grave = report.findings.filter(({ severity }) => severity === worst);
  const { rule, pointer, message, upstream } = grave.find(({ evidence }) => ["observed", "documented"].includes(evidence)) ?? grave[0];
  const words = `${upstream ?? message} (not sent: rethought found ${rule} at ${pointer || "the root"})`;
  // It crosses as JSON: a place may have half of a surrogate pair in it, which no text of the core has.
  const { status, headers, body } = JSON.parse(refusal(encoder.encode(JSON.stringify(words)), report.wire, url.href));
  const own = { "content-type": "application/json", "x-should-retry": "false", "x-rethought": "blocked" };
  return Object.defineProperty(new Response(body, { status, headers: { ...own, ...Object.fromEntries(headers) } }), "url", { value: url.href, configurable: true });
}

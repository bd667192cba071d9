// The response to a request that is certain to be refused, in the words and the form of the vendor, so that its client throws its own error, and does not try again.
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";

const refusal = guarded(glue.refusal);
const encoder = new TextEncoder();

/** Makes the response by the report: the provider's sentence, and who says so. */
export function blockedResponse(report, url) {
  const grave = report.findings.filter(({ severity }) => severity === "reject");
  const { rule, pointer, message, upstream } = grave.find(({ evidence }) => ["observed", "documented"].includes(evidence)) ?? grave[0];
  const words = `${upstream ?? message} (not sent: rethought found ${rule} at ${pointer || "the root"})`;
  // It crosses as JSON: a place may have half of a surrogate pair in it, which no text of the core has.
  const { status, headers, body } = JSON.parse(refusal(encoder.encode(JSON.stringify(words)), report.wire, url.href));
  const own = { "content-type": "application/json", "x-should-retry": "false", "x-rethought": "blocked" };
  return Object.defineProperty(new Response(body, { status, headers: { ...own, ...Object.fromEntries(headers) } }), "url", { value: url.href, configurable: true });
}

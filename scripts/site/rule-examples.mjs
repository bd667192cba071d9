// The package's own words on the failing example of a rule: its finding as the command line prints it, and the request after a repair.
import { inLines } from "./json-block.mjs";

/** The columns of a code block. */
const WIDTH = 80;

/** The examples of a card, each with a function that gives a member in its spelling there, and what the package says about the one that fails. */
export function examplesOf(card, rethought) {
  const example = (text) => ({ text, memberOf: (name) => rethought.locate(text, `/${name}`).raw });
  const bad = example(card.bad);
  return { bad, good: example(card.good), ...tried(card, inLines(bad.memberOf("request")), rethought) };
}

/** Audits and repairs the example. Returns the place of the finding, its text, and the repaired request with the class of fix that it took. */
function tried(card, request, rethought) {
  const { target, emitted = [] } = JSON.parse(card.bad);
  const ledger = new rethought.Ledger();
  for (const exchange of emitted) ledger.record(exchange);
  try {
    const report = ledger.audit(request, target);
    const finding = report.findings.find(({ rule }) => rule === card.id);
    if (!finding) return {};
    const text = rethought.render({ ...report, findings: [finding], omitted: {} }, request, { file: "request.json", width: WIDTH }).split("\n\n")[0];
    return { place: placeOf(finding, request), text, ...repaired(card, request, target, ledger) };
  } finally {
    ledger.free?.();
  }
}

function repaired({ fixes }, request, target, ledger) {
  const [safety] = fixes;
  if (!safety) return {};
  const { request: text, applied } = ledger.repair(request, target, safety === "safe" ? {} : { allow: [safety] });
  return applied.length ? { repaired: text, allow: safety } : {};
}

/** The place in characters: a finding counts bytes. A finding about the whole request has none. */
function placeOf({ start, end }, request) {
  const bytes = Buffer.from(request);
  if (end - start >= bytes.length) return undefined;
  const charactersTo = (at) => bytes.subarray(0, at).toString().length;
  return { start: charactersTo(start), end: charactersTo(end) };
}

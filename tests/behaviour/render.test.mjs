// Reports for people and programs: the place of a finding, and its fingerprint.
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, render } from "rethought";
import { InputError } from "rethought/errors";

const TARGET = { wire: "anthropic-messages" };
const request = (text, space) =>
  JSON.stringify({ model: "claude-example", max_tokens: 9, messages: [{ role: "user", content: text }, { role: "assistant", content: [{ type: "thinking", thinking: "So." }] }, { role: "user", content: text }] }, null, space);
const sarif = (report, body) => JSON.parse(render(report, body, { format: "sarif", file: "a b/ü.json" })).runs[0];

/** Returns the line and the column of a byte, counted from the start. */
function counted(body, offset) {
  const before = new TextDecoder("utf-8", { ignoreBOM: false }).decode(new TextEncoder().encode(body).subarray(0, offset)).split("\n");
  return [before.length, before.at(-1).length + 1];
}

test("lines and columns are those of counting, whatever the letters and wherever the breaks are", () => {
  for (const text of ["plain", "ü😀漢".repeat(700), "é".repeat(1023), "😀"])
    for (const space of [undefined, 2])
      for (const mark of ["", "\ufeff"]) {
        const body = mark + request(text, space);
        const report = audit(body, TARGET);
        assert.ok(report.findings.length);
        const { results } = sarif(report, body);
        for (const [nth, { start, end }] of report.findings.entries()) {
          const { startLine, startColumn, endLine, endColumn } = results[nth].locations[0].physicalLocation.region;
          assert.deepEqual([startLine, startColumn], counted(body, start));
          assert.deepEqual([endLine, endColumn], counted(body, end));
        }
      }
});

test("severity, evidence and verdict have fixed words, and zero counts are left out", () => {
  const body = request("Hi");
  const report = audit(body, TARGET);
  const [finding] = report.findings;
  const shown = (severity, evidence, verdict) => render({ ...report, verdict, findings: [{ ...finding, severity, evidence }], checks: { one: "failed" } }, body);
  for (const [given, head, evidence, verdict] of [
    [["reject", "observed", "rejected"], "error", "seen in recorded traffic", "Will be refused. 1 error."],
    [["reject", "documented", "rejected"], "error", "documented by the provider", "Will be refused. 1 error."],
    [["reject", "reported", "likely rejected"], "error (likely)", "reported by users", "Will probably be refused. 1 error."],
    [["degrade", "reported", "degraded"], "warning", "reported by users", "Accepted, but reasoning is lost. 1 warning."],
    [["advice", "inferred", "accepted"], "note", "inferred", "No errors or warnings. 1 note."],
  ]) {
    const text = shown(...given);
    assert.ok(text.startsWith(`${head}[${finding.rule}]: `), text);
    assert.ok(text.includes(`\n  evidence: ${evidence} · rethought explain ${finding.rule}\n`), text);
    assert.ok(text.endsWith(`\n\nrequest: ${verdict} 1 rule checked.`) || text.includes(`\n\nrequest: ${verdict} 1 rule checked.\n`), text);
  }
  const clean = render({ ...report, verdict: "accepted", findings: [], checks: { one: "passed", two: "passed", three: "unknown: needs a ledger" } }, body);
  assert.match(clean, /^request: No problems found\. 2 rules checked, 1 undecided\.(\n|$)/);
});

test("carets mark a place that shares its line, and a place with a line of its own has none", () => {
  const [spread, flat] = [request("Hi", 2), request("Hi")];
  const at = (body) => {
    const [finding] = audit(body, TARGET).findings;
    const start = body.indexOf('"So."');
    return render({ ...audit(body, TARGET), findings: [{ ...finding, start, end: start + 5 }] }, body).split("\n").filter((line) => line.startsWith("   |"));
  };
  assert.deepEqual(at(spread), ['   |  "thinking": "So."']);
  const [line, carets] = at(flat);
  assert.equal(carets.slice(line.indexOf('"So."'), line.indexOf('"So."') + 5), "^^^^^");
});

test("the excerpt has whole letters around the place and is cut where it is long", () => {
  const shown = render(audit(request("😀".repeat(300)), TARGET), request("😀".repeat(300))).split("\n").find((line) => line.includes(" | ") && line.includes("thinking"));
  assert.ok(shown.includes("…"), shown);
  assert.ok(shown.length < 160, shown);
  assert.ok(shown.isWellFormed?.() ?? true);
  assert.ok(!shown.includes("\ufffd"), shown);
});

test("a fingerprint is FNV-1a of the rule and the text of the place", () => {
  const body = request("ü");
  const report = audit(body, TARGET);
  const bytes = new TextEncoder().encode(body);
  for (const [nth, { rule, start, end }] of report.findings.entries()) {
    let hash = 0xcbf29ce484222325n;
    for (const byte of [...new TextEncoder().encode(`${rule}\n`), ...bytes.subarray(start, end)]) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    assert.equal(sarif(report, body).results[nth].partialFingerprints["rethought/v1"], `${hash.toString(16).padStart(16, "0")}:0`);
  }
});

test("every address in SARIF is a URI", () => {
  const text = JSON.stringify(sarif(audit(request("x"), TARGET), request("x")));
  assert.ok(text.includes('"uri":"a%20b/%C3%BC.json"'));
  assert.ok(!text.includes('"uri":"a b'));
});

test("what is not a report, a request or an option is refused by an error with its type", () => {
  const report = audit(request("x"), TARGET);
  const [finding] = report.findings;
  const reports = [{}, null, undefined, 7, [], { findings: [], checks: null }, { findings: {}, checks: {} }, { findings: [null], checks: {} }, { findings: [{}], checks: {} }, { findings: [], checks: { a: 7 } }];
  const findings = [{ ...finding, start: 1n }, { ...finding, start: "1" }, { ...finding, message: undefined }, { ...finding, related: undefined }, { ...finding, related: [7] }, { ...finding, fix: {} }, { ...finding, fix: null }, { ...finding, pointer: 7 }];
  for (const wrong of [...reports, ...findings.map((each) => ({ ...report, findings: [each] }))]) for (const format of ["text", "json", "sarif", "github"]) assert.throws(() => render(wrong, request("x"), { format }), InputError, JSON.stringify(wrong, (_, value) => (typeof value === "bigint" ? `${value}n` : value)));
  for (const options of [{ format: 7 }, { format: Object.create(null) }, { format: Symbol("text") }, { format: "__proto__" }, { format: "toString" }, { file: 7 }, { explain: "yes" }]) assert.throws(() => render(report, request("x"), options), InputError);
  const given = new TextEncoder().encode(request("x"));
  structuredClone(given, { transfer: [given.buffer] });
  assert.throws(() => render(report, given), InputError);
  assert.throws(() => render(report, 7n), InputError);
  const [place] = report.findings;
  assert.equal(typeof render({ ...report, findings: [{ ...place, start: 1e15, end: 2e15 }] }, request("x"), { format: "sarif" }), "string");
});

test("a name with half a surrogate pair is still a URI", () => {
  const { artifacts } = JSON.parse(render(audit(request("x"), TARGET), request("x"), { format: "sarif", file: "a\ud800.json" })).runs[0];
  assert.equal(artifacts[0].location.uri, "a%EF%BF%BD.json");
});

test("carets stand under the place even where characters are shown as escapes", () => {
  const text = "\u202e\u200b漢\u007f".repeat(3);
  const lines = render(audit(request(text), TARGET), request(text)).split("\n");
  const at = lines.findIndex((line) => /^ +\| +\^+$/.test(line));
  const [shown, carets] = [lines[at - 1], lines[at]];
  const width = (given) => [...given].reduce((sum, letter) => sum + (/[\u2e80-\ua4cf]/.test(letter) ? 2 : 1), 0);
  const before = shown.slice(0, shown.indexOf('{"type":"thinking"'));
  assert.equal(width(before), carets.indexOf("^"));
});

// Reports as people and programs read them: where a finding is said to be, and by what it is known again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit, render } from "rethought";

const TARGET = { wire: "anthropic-messages" };
const request = (text, space) =>
  JSON.stringify({ model: "claude-example", max_tokens: 9, messages: [{ role: "user", content: text }, { role: "assistant", content: [{ type: "thinking", thinking: "So." }] }, { role: "user", content: text }] }, null, space);
const sarif = (report, body) => JSON.parse(render(report, body, { format: "sarif", file: "a b/ü.json" })).runs[0];

/** The line and the column of a byte, counted from the front. */
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

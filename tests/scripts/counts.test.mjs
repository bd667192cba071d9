// The counts of the scripts: the tests that ran, failed or were skipped, and why.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { cargoCounts, reasonsOf, suiteCounts } from "../../scripts/steps/counts.mjs";

const cargo = (lines) => cargoCounts(`${lines.join("\n")}\n`);

test("a Rust test that says it is skipped is not counted as passed", () => {
  const { passed, failed, skipped, skips } = cargo([
    "running 3 tests",
    "SKIPPED laws::every_body_is_recognised: ../shared/corpus is not here",
    "test laws::every_body_is_recognised ... ok",
    "test shape::files_are_short ... ok",
    "test shape::names_are_nouns ... FAILED",
    "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
  ]);
  assert.deepEqual({ passed, failed, skipped }, { passed: 1, failed: 1, skipped: 1 });
  assert.deepEqual(skips, [{ test: "laws::every_body_is_recognised", reason: "../shared/corpus is not here" }]);
});

test("a skipped line that another line has begun is found", () => {
  const { passed, skipped } = cargo(["test a ... SKIPPED a: no data", "ok", "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured"]);
  assert.deepEqual({ passed, skipped }, { passed: 0, skipped: 1 });
});

test("a test that cargo ignores is skipped, with the reason of its attribute", () => {
  const { passed, skipped, skips } = cargo(["test a ... ignored, needs a dump", "test b ... ok", "test c ... ignored", "test result: ok. 1 passed; 0 failed; 2 ignored; 0 measured"]);
  assert.deepEqual({ passed, skipped }, { passed: 1, skipped: 2 });
  assert.deepEqual(skips.map(({ reason }) => reason), ["needs a dump", "ignored"]);
});

test("the results of several test programs are summed, and a program that ran nothing adds nothing", () => {
  const line = (passed, ignored) => `test result: ok. ${passed} passed; 0 failed; ${ignored} ignored; 0 measured`;
  const { passed, skipped } = cargo([line(3, 0), line(0, 0), line(4, 1)]);
  assert.deepEqual({ passed, skipped }, { passed: 7, skipped: 1 });
});

test("a suite is counted by its last line, and only if it has one", () => {
  const text = "1 passed, 1 failed, 0 skipped\nSKIPPED one: no data\n3 passed, 0 failed, 1 skipped\n";
  assert.deepEqual(suiteCounts(text), { passed: 3, failed: 0, skipped: 1, skips: [{ test: "one", reason: "no data" }] });
  assert.equal(suiteCounts("3 passed, 0 failed\n"), null);
});

test("each reason is reported once, with its count", () => {
  assert.equal(reasonsOf([{ reason: "no corpus" }, { reason: "no dump" }, { reason: "no corpus" }]), "2 since no corpus, 1 since no dump");
  assert.equal(reasonsOf([]), "");
});

test("files of node:test are counted with their skipped tests and reasons, and a cancelled test is a failed one", () => {
  const folder = mkdtempSync(join(tmpdir(), "rethought-counts-"));
  try {
    const file = join(folder, "one.test.mjs");
    writeFileSync(file, `import { deepEqual } from "node:assert/strict";
      import test from "node:test";
      test("it holds", () => {});
      test("it has no data", { skip: "the corpus is not here" });
      test("it fails", () => { throw new Error("so it is"); });
      test("it differs", () => deepEqual(["is"], ["was"]));
      test("it never ends", () => new Promise(() => {}));`);
    const program = join(folder, "run.mjs");
    writeFileSync(program, `import { runSuite } from ${JSON.stringify(new URL("../suite.mjs", import.meta.url))};
      await runSuite([${JSON.stringify(file)}]);`);
    // The variable would make the inner run report to the outer one.
    const { NODE_TEST_CONTEXT, ...env } = process.env;
    const { stdout, status } = spawnSync(process.execPath, [program], { encoding: "utf8", env });
    assert.equal(status, 1);
    assert.deepEqual(suiteCounts(stdout), { passed: 1, failed: 3, skipped: 1, skips: [{ test: "it has no data", reason: "the corpus is not here" }] });
    assert.match(stdout, /^FAIL it fails: so it is$/m);
    assert.match(stdout, /^     \|     at .*one\.test\.mjs:5:/m, "a failure shows its stack");
    assert.match(stdout, /^     \| \+   'is'\n     \| -   'was'$/m, "a failure shows its difference");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

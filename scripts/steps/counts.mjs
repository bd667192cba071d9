// Reads from the output of test programs how many tests ran, which were skipped, and why.

/** Returns the counts of a run: passed tests, failed tests, tests whose data is absent, and one `{test, reason}` for each of the last. */
const counts = (passed, failed, skips) => ({ passed, failed, skipped: skips.length, skips });

/**
 * Sums the `test result: ok. 3 passed; 0 failed; 1 ignored` lines of cargo and of the wasm test runner. Rust has no skip at run time: a test without
 * its data prints `SKIPPED <test>: <reason>` and returns, and the harness counts it as passed. Each such line is therefore subtracted from the
 * passed. A test that cargo ignores is skipped too.
 */
export function cargoCounts(text) {
  const results = [...text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gm)];
  const ignored = [...text.matchAll(/^test (.+?) \.\.\. ignored(?:, (.+))?$/gm)].map(([, test, reason]) => ({ test, reason: reason ?? "ignored" }));
  const skips = skippedTests(text);
  // An ignored test without a name, as in quiet output, counts too.
  const unnamed = Math.max(0, sum(results, 3) - ignored.length);
  return counts(sum(results, 1) - skips.length, sum(results, 2), [...skips, ...ignored, ...Array(unnamed).fill({ test: "?", reason: "ignored" })]);
}

/** Reads the closing `3 passed, 0 failed, 1 skipped` of a suite and its `SKIPPED` lines; null if it did not get that far. */
export function suiteCounts(text) {
  const found = [...text.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)].at(-1);
  if (!found) return null;
  const [passed, failed, skipped] = found.slice(1).map(Number);
  return { ...counts(passed, failed, skippedTests(text)), skipped };
}

/** Lists the reasons of skipped tests, each once, with its count. Empty if none was. */
export function reasonsOf(skips) {
  const reasons = new Map();
  for (const { reason } of skips) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return [...reasons].map(([reason, count]) => `${count} since ${reason}`).join(", ");
}

// Not only at the start of a line: with one thread the harness has begun a line when the test prints.
const skippedTests = (text) => [...text.matchAll(/\bSKIPPED ([^\n]+?): ([^\n]+)/g)].map(([, test, reason]) => ({ test, reason }));

const sum = (lines, group) => lines.reduce((total, line) => total + Number(line[group]), 0);

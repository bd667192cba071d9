// How every suite ends: a line for each test that was skipped, and last `N passed, N failed, N skipped`, which scripts/steps/counts.mjs reads.

/** Thrown by a check whose data is not on this machine; the message is the reason. */
export class Skipped extends Error {}

/** Prints that a test was skipped and why. */
export const printSkipped = (test, reason) => console.log(`SKIPPED ${test.replaceAll(": ", " - ")}: ${reason}`);

/** Runs checks, each a name and a function that may give a note, and tells of each; resolves to the counts. */
export async function runChecks(checks) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, run] of checks) {
    try {
      const note = await run();
      counts.passed++;
      console.log(`ok   ${name}${note ? `: ${note}` : ""}`);
    } catch (error) {
      if (error instanceof Skipped) {
        counts.skipped++;
        printSkipped(name, error.message);
      } else {
        counts.failed++;
        console.log(`FAIL ${name}: ${error.message}`);
      }
    }
  }
  return counts;
}

/** Prints the closing line. A suite fails with a failed test, and if nothing ran and nothing says why. */
export function closeSuite({ passed, failed, skipped = 0 }) {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed || !(passed + skipped) ? 1 : 0;
}

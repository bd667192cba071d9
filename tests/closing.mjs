// How every suite ends: a line for each test that was skipped, and last `N passed, N failed, N skipped`, which scripts/steps/counts.mjs reads.

/** Thrown by a check whose data is not on this machine; the message is the reason. */
export class Skipped extends Error {}

/** Prints that a test was skipped and why. */
export const printSkipped = (test, reason) => console.log(`SKIPPED ${test.replaceAll(": ", " - ")}: ${reason}`);

/** Prints the closing line. A suite fails with a failed test, and if nothing ran and nothing says why. */
export function closeSuite({ passed, failed, skipped = 0 }) {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed || !(passed + skipped) ? 1 : 0;
}

// For a test that finds during its run that its data or its program is missing on this machine. If the test itself checks, `t.skip(reason)` of
// node:test is enough.
import nodeTest from "node:test";

/** Thrown if something is missing; the message is the reason. */
export class Skip extends Error {}

/** Like `test` of node:test, but a `Skip` that is thrown inside skips the test with its reason. */
export const test = (name, run) =>
  nodeTest(name, async (t) => {
    try {
      await run(t);
    } catch (error) {
      if (!(error instanceof Skip)) throw error;
      t.skip(error.message);
    }
  });

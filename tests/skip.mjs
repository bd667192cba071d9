// A test that finds out deep inside that its data or its program is not on this machine. Where the test itself looks, `t.skip(reason)` of node:test is enough.
import nodeTest from "node:test";

/** Thrown where something is missing; the message is the reason. */
export class Skip extends Error {}

/** As `test` of node:test, but a `Skip` that is thrown inside skips the test with its reason. */
export const test = (name, run) =>
  nodeTest(name, async (t) => {
    try {
      await run(t);
    } catch (error) {
      if (!(error instanceof Skip)) throw error;
      t.skip(error.message);
    }
  });

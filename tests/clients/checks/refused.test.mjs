// A guard that blocks: each client throws its own error, once, and nothing was sent.
import assert from "node:assert/strict";
import test from "node:test";
import { DAMAGES } from "../damage.mjs";
import { DRIVERS } from "../drivers.mjs";
import { loop } from "../loop.mjs";

const AT = 4;
/** The damages that most vendors refuse. */
const GRAVE = ["all handles are dropped", "the last results are dropped", "a handle is altered", "all thoughts are dropped"];

/** Runs a damaged loop. Returns how it ended, or nothing if the guard found no error. */
async function blocked(driver, name, isStream) {
  let before;
  const ended = await loop(driver, {
    seed: 3,
    isStream,
    mode: "block",
    steps: AT + 1,
    onStep: (step, talk, { vendor }) => {
      if (step === AT && DAMAGES[name](talk.history)) before = vendor.log.length;
    },
  });
  const told = ended.told.refused.filter((event) => event.blocked);
  return before !== undefined && told.length ? { ...ended, told, sent: ended.vendor.log.length - before } : undefined;
}

async function runAll(isStream) {
  let count = 0;
  const clients = new Set();
  for (const driver of DRIVERS.filter(({ loses, isClosed }) => !loses && !isClosed))
    for (const name of GRAVE) {
      const ended = await blocked(driver, name, isStream);
      if (!ended) continue;
      const place = `${driver.client}, ${driver.vendor}, «${name}»`;
      assert.equal(ended.sent, 0, `${place}: it was sent`);
      assert.equal(ended.told.length, 1, `${place}: blocked so many times`);
      assert.match(ended.fault, /not sent: rethought found|400|Bad ?Request|ValidationException/i, place);
      assert.doesNotMatch(ended.fault, /Connection error|fetch failed|is not a function/, place);
      clients.add(driver.client);
      count++;
    }
  assert.ok(clients.size >= 6, `only ${[...clients]} were blocked`);
  return `${clients.size} clients, ${count} requests not sent, each an error of its client`;
}

for (const isStream of [false, true]) {
  test(`a blocked request ends in the client's own error, ${isStream ? "streamed" : "whole"}`, async (t) => t.diagnostic(await runAll(isStream)));
}

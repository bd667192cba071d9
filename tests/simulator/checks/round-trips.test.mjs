// Conversations that pass through two or three other vendors and return: every request is accepted, and the original history, with every thought, is
// restored byte for byte. RETHOUGHT_ROUND_TRIPS is their number.
import { ok } from "node:assert/strict";
import test from "node:test";
import { loadPackage } from "../../../scripts/load-package.mjs";
import { parse, write } from "../json.mjs";
import { roundTrip } from "../round-trip.mjs";

const COUNT = Number(process.env.RETHOUGHT_ROUND_TRIPS ?? 150);
const SHOWN = 10;
/** Handles, and reasoning text, in the form of requests. */
const THOUGHTS = /"(?:signature|data|redactedContent|encrypted_content|thoughtSignature|reasoning_content|reasoning)":"((?:[^"\\]|\\.){20,})"/g;

/** Returns the original text of each entry of a request. */
function entriesOf(request) {
  const { messages, contents, input } = parse(request);
  return (messages ?? contents ?? input).map(write);
}

const rethought = await loadPackage();

test("round trips through other vendors: every request is accepted, and every thought returns", (t) => {
  const wrong = [];
  const counts = { requests: 0, conversions: 0, thoughts: 0 };
  for (let seed = 0; seed < COUNT; seed++) {
    const { route, steps, left, done } = roundTrip(seed, rethought);
    const last = steps.at(-1);
    counts.requests += steps.filter(({ step }) => step).length;
    counts.conversions += steps.filter(({ plan }) => plan).length;
    if (!done) {
      wrong.push(`${seed} ${route.join(" > ")}: ${last.name} refused ${last.step.refusal.rule}`);
      continue;
    }
    const returned = steps.findLast(({ plan }) => plan).request;
    for (const [, thought] of left.matchAll(THOUGHTS)) {
      counts.thoughts++;
      if (!returned.includes(thought)) wrong.push(`${seed} ${route.join(" > ")}: a thought did not return, ${thought.slice(0, 40)}`);
    }
    // A thought may be bound to everything before it, so the returned history begins with the whole original one.
    const [before, after] = [left, returned].map(entriesOf);
    const changed = before.findIndex((entry, nth) => entry !== after[nth]);
    if (changed >= 0) wrong.push(`${seed} ${route.join(" > ")}: entry ${changed} returned changed`);
  }
  ok(!wrong.length, `${wrong.length} of ${COUNT}: ${wrong.slice(0, SHOWN).join("; ")}`);
  t.diagnostic(`${COUNT} round trips, ${counts.conversions} conversions, ${counts.requests} requests, ${counts.thoughts} thoughts returned`);
});

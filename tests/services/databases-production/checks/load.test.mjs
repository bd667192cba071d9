// Many calls at once with a store: what a guard adds to a call of 20 kB, in processor time. The longest waits are printed beside those without a guard.
import { ok } from "node:assert/strict";
import { moduleOf } from "../../../../scripts/load-package.mjs";
import { test } from "../../../skip.mjs";
import { openPlace } from "../open-place.mjs";
import { newPlace } from "../places.mjs";
import { Talk, post } from "../vendor.mjs";

const { guard } = await moduleOf("guard/index.js");
const isLong = process.env.RETHOUGHT_LONG === "1";
const MOST_MS = 1;

/** Makes calls, so many at a time, and measures them. */
async function measure(fetch, talks, atOnce) {
  const waits = [];
  let next = 0;
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (next < talks.length) {
      const { name, body } = talks[next++];
      const begun = performance.now();
      await post(fetch, body, { "x-talk": name });
      waits.push(performance.now() - begun);
    }
  }));
  await fetch.settled?.();
  const { user, system } = process.cpuUsage(before);
  waits.sort((one, other) => one - other);
  const at = (share) => waits[Math.floor(share * (waits.length - 1))].toFixed(1);
  return { cpu: (user + system) / 1000 / talks.length, told: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms` };
}

for (const [kind, atOnce] of [["redis", 500], ["postgres", 300]]) {
  const [concurrent, rounds] = isLong ? [atOnce, 8] : [40, 2];
  test(`${concurrent} calls of 20 kB at once - ${kind}`, async (t) => {
    const { store, close } = await openPlace(await newPlace(kind));
    const answers = new Map();
    // As long as a vendor takes at the least.
    const vendor = async (_, { headers }) => (await new Promise((resolve) => setTimeout(resolve, 20)), new Response(answers.get(headers["x-talk"])));
    const talksOf = (from) => Array.from({ length: concurrent * rounds }, (_, nth) => {
      const talk = new Talk(`${kind}${from + nth}`, 20_000);
      answers.set(talk.name, talk.answer());
      return { name: talk.name, body: talk.request() };
    });
    const guarded = guard(vendor, { store, onError: () => {} });
    // Compiled code first, on both sides.
    for (const fetch of [vendor, guarded]) await measure(fetch, talksOf(1e6).slice(0, concurrent), concurrent);
    const plain = await measure(vendor, talksOf(0), concurrent);
    const own = await measure(guarded, talksOf(1e5), concurrent);
    const added = own.cpu - plain.cpu;
    t.diagnostic(`plain ${plain.told}; guarded ${own.told}; ${added.toFixed(2)} ms of processor time added to a call`);
    if (isLong) ok(added <= MOST_MS, `${added.toFixed(2)} ms`);
    await close();
  });
}

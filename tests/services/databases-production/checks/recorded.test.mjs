// Recording keeps up: the default pool of Postgres, 20 parallel new conversations, 125 calls a second. Everything is in the store within 2 s after the last call.
import { deepEqual, equal } from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { moduleOf } from "../../../../scripts/load-package.mjs";
import { test } from "../../../skip.mjs";
import { openPlace } from "../open-place.mjs";
import { linesOf, newPlace } from "../places.mjs";
import { Talk, post } from "../vendor.mjs";

const { guard } = await moduleOf("guard/index.js");
const isLong = process.env.RETHOUGHT_LONG === "1";
const [CALLS, LANES, RATE] = [isLong ? 625 : 100, 20, 125];

test(`Postgres with its default pool: ${CALLS} calls of ${LANES} new conversations at a time, ${RATE} a second, are recorded within 2 s`, async (t) => {
  const { store, close } = await openPlace(await newPlace("postgres"));
  const [errors, waits] = [[], []];
  const answers = new Map();
  const fetch = guard(async (_, { headers }) => new Response(answers.get(headers["x-talk"])), { mode: "repair", store, onError: (error) => errors.push(error.message) });
  const start = performance.now();
  let next = 0;
  await Promise.all(Array.from({ length: LANES }, async () => {
    while (next < CALLS) {
      const nth = next++;
      await pause(Math.max(0, start + (1000 * nth) / RATE - performance.now()));
      const talk = new Talk(`r${nth}`);
      answers.set(talk.name, talk.answer());
      const begun = performance.now();
      await post(fetch, talk.request(), { "x-talk": talk.name });
      waits.push(performance.now() - begun);
    }
  }));
  const seconds = (performance.now() - start) / 1000;
  await pause(2000);
  equal((await linesOf(store)).length, CALLS);
  deepEqual(errors, []);
  waits.sort((one, other) => one - other);
  t.diagnostic(`${CALLS} of ${CALLS} recorded, 0 errors, ${(CALLS / seconds).toFixed(0)} calls/s; p50 ${waits[CALLS >> 1].toFixed(1)} ms, p99 ${waits[Math.floor(0.99 * CALLS)].toFixed(1)} ms`);
  await close();
});

// Two replicas on one store, with `durable`: the next step of a conversation may come at once, to the other one. Every thought is restored, and nothing is refused.
import { deepEqual, equal } from "node:assert/strict";
import { moduleOf } from "../../../../scripts/load-package.mjs";
import { test } from "../../../skip.mjs";
import { openPlace } from "../open-place.mjs";
import { newPlace } from "../places.mjs";
import { Talk, post } from "../vendor.mjs";

const { guard } = await moduleOf("guard/index.js");
const [TALKS, STEPS] = process.env.RETHOUGHT_LONG === "1" ? [40, 6] : [8, 3];

for (const kind of ["redis", "postgres"]) {
  test(`two replicas, ${TALKS} conversations of ${STEPS} steps, each step to the other replica at once - ${kind}`, async (t) => {
    const place = await newPlace(kind);
    const [sent, answers, errors] = [new Map(), new Map(), []];
    const replicas = await Promise.all([0, 1].map(async () => {
      const { store, close } = await openPlace(place);
      const vendor = async (_, { headers, body }) => (sent.set(headers["x-talk"], body), new Response(answers.get(headers["x-talk"])));
      return { fetch: guard(vendor, { mode: "repair", store, durable: true, storeTimeout: 5000, onError: (error) => errors.push(error.message) }), close };
    }));
    let restored = 0;
    await Promise.all(Array.from({ length: TALKS }, async (_, nth) => {
      const talk = new Talk(`d${nth}`);
      for (let step = 0; step < STEPS; step++) {
        answers.set(talk.name, talk.answer());
        const text = await post(replicas[(nth + step) % 2].fetch, step ? talk.damaged() : talk.request(), { "x-talk": talk.name });
        equal(sent.get(talk.name), talk.request(), `step ${step} of ${talk.name}`);
        restored += step > 0;
        talk.answered(text);
      }
    }));
    equal(restored, TALKS * (STEPS - 1));
    deepEqual(errors, []);
    t.diagnostic(`${restored} of ${restored} thoughts restored, 0 refused`);
    for (const { fetch, close } of replicas) await fetch.settled().then(close);
  });
}

// A store that hangs costs one wait of at most 250 ms, and then nothing until it answers again. One whose writes hang costs nothing, and its answers restore thoughts.
import { equal, ok } from "node:assert/strict";
import { test } from "../../../skip.mjs";
import { moduleOf } from "../../../../scripts/load-package.mjs";
import { Talk, post } from "../vendor.mjs";

const { guard } = await moduleOf("guard/index.js");
const { memoryStore } = await moduleOf("start/node.js");

for (const mode of ["observe", "repair"]) {
  test(`a store that hangs - ${mode}`, async (t) => {
    const never = () => new Promise(() => {});
    const store = { getMany: never, setMany: never, find: never, record: never };
    const talk = new Talk("h1");
    // Compiled code first.
    await post(guard(async () => new Response(talk.answer()), { mode }), talk.request());
    const fetch = guard(async () => new Response(talk.answer()), { mode, store, onError: () => {} });
    const waits = [];
    for (let nth = 0; nth < 30; nth++) {
      const one = new Talk(`h${nth}`);
      // A first request asks nothing of a store.
      one.answered(one.answer());
      const begun = performance.now();
      await post(fetch, one.request());
      waits.push(performance.now() - begun);
    }
    const [longest, ...others] = [...waits].sort((one, other) => other - one);
    t.diagnostic(`the longest of 30 calls took ${longest.toFixed(0)} ms, the next ${others[0].toFixed(0)} ms`);
    // With the time of the call itself.
    t.diagnostic(waits.slice(0, 3).map((ms) => ms.toFixed(0)).join(" "));
    if (process.env.RETHOUGHT_LONG !== "1") return;
    ok(longest < 250 + 100, `${longest} ms`);
    ok(others[0] < 150, `then ${others[0]} ms`);
  });
}

for (const conversation of [undefined, "one"]) {
  test(`conversations that continue while the writes of a store hang${conversation ? " - with a name" : ""}`, async (t) => {
    const never = () => new Promise(() => {});
    const talk = new Talk("w1");
    const sent = [];
    const fetch = guard(async (_, { body }) => (sent.push(body), new Response(talk.answer())), { mode: "repair", conversation, store: { ...memoryStore(), record: never, setMany: never }, onError: () => {} });
    const waits = [];
    for (let nth = 0; nth < 12; nth++) {
      const wanted = talk.request();
      const begun = performance.now();
      const text = await post(fetch, nth ? talk.damaged() : wanted);
      waits.push(performance.now() - begun);
      equal(sent.at(-1), wanted, `call ${nth}: what was sent`);
      talk.answered(text);
    }
    t.diagnostic(waits.map((ms) => ms.toFixed(0)).join(" "));
    if (process.env.RETHOUGHT_LONG !== "1") return;
    ok(waits.slice(1).every((ms) => ms < 150), waits.join());
  });
}

// Stores that answer slowly. As long as one answers each read within `storeTimeout`, every call is repaired and nothing is reported: however many reads a call needs, and however many calls it had before.
import { equal } from "node:assert/strict";
import test from "node:test";
import { front, guards } from "../drive.mjs";
import { bodiesOf, MESSAGES, noted } from "../provider.mjs";

const { request, next, damaged, response } = bodiesOf();
const post = async (fetch, body) => (await fetch(MESSAGES, { method: "POST", body })).text();

/** Stores by the functions that they have. */
const KINDS = { "an index": ["getMany", "setMany", "find", "record"], "values alone": ["getMany", "setMany"] };

/** Returns a store that needs some milliseconds for every call. */
function slowStore(ms, names) {
  const inner = front.memoryStore();
  return Object.fromEntries(names.map((name) => [name, async (given) => (await new Promise((resolve) => setTimeout(resolve, ms)), inner[name](given))]));
}

for (const [kind, names] of Object.entries(KINDS))
  for (const conversation of [undefined, "one"])
    for (const [ms, storeTimeout] of [[60], [110], [300, 500]])
      test(`a store that needs ${ms} ms a read repairs every call: ${kind}${conversation ? ", with a name" : ""}`, { concurrency: true }, async () => {
        const store = slowStore(ms, names);
        const sent = [];
        const { told, hooks } = noted();
        const open = () => guards.guard(async (_, { body }) => (sent.push(body), new Response(response)), { store, mode: "repair", conversation, storeTimeout, ...hooks });
        const first = open();
        await post(first, request);
        await first.settled();
        // Another process has nothing loaded.
        const second = open();
        for (let nth = 0; nth < 3; nth++) await post(second, damaged);
        await second.settled();
        equal(sent.slice(1).join("|"), [next, next, next].join("|"), "what was sent");
        equal(told.error.join(), "", "errors");
      });

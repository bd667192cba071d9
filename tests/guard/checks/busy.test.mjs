// A program that is busy for longer than a store may take: what it does itself is no time of the store.
import { equal } from "node:assert/strict";
import test from "node:test";
import { front, guards } from "../drive.mjs";
import { bodiesOf, MESSAGES, noted } from "../provider.mjs";

const { request, next, damaged, response } = bodiesOf();
const post = async (fetch, body) => (await fetch(MESSAGES, { method: "POST", body })).text();
/** The turns of the event loop that a store takes for a call, as files and sockets do. */
const TURNS = 12;
const [TIMEOUT, BUSY] = [500, 1200];

/** Nothing else happens in the program meanwhile. */
const block = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

async function turns() {
  for (let nth = 0; nth < TURNS; nth++) await new Promise(setImmediate);
}

test("a store that the program gives no time does not count as one that hangs", async () => {
  const inner = front.memoryStore();
  let isBusy = false;
  const store = Object.fromEntries(["getMany", "setMany", "find", "record"].map((name) => [name, async (given) => {
    if (isBusy) block(BUSY);
    isBusy = false;
    await turns();
    return inner[name](given);
  }]));
  const [sent, { told, hooks }] = [[], noted()];
  const open = () => guards.guard(async (_, { body }) => (sent.push(body), new Response(response)), { store, mode: "repair", storeTimeout: TIMEOUT, ...hooks });
  const first = open();
  await post(first, request);
  await first.settled();
  const second = open();
  isBusy = true;
  await post(second, damaged);
  await second.settled();
  equal(told.error.join(), "", "errors");
  equal(sent.at(-1), next, "what was sent");
});

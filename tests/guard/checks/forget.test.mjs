// The function forget of a guard: nothing of a person is left in the store, in the queue for it, or in memory.
import { deepEqual, equal, rejects } from "node:assert/strict";
import test from "node:test";
import { front, guards } from "../drive.mjs";
import { bodiesOf, MESSAGES } from "../provider.mjs";

/** Opens a guard over a store that can be down. A call has the name of a conversation and of an account in its headers. */
function open() {
  const inner = front.memoryStore();
  const state = { isDown: false };
  const record = async (lines) => {
    if (state.isDown) throw new Error("down");
    return inner.record(lines);
  };
  const sent = [];
  const options = { store: { ...inner, record }, mode: "repair", conversation: (_, headers) => headers.get("x-conversation") ?? undefined, account: (_, headers) => headers.get("x-account"), onError: () => {} };
  const guarded = guards.guard(async (_, { headers, body }) => (sent.push(body), new Response(bodiesOf(headers["x-account"]).response)), options);
  const call = async (account, body, conversation) => (await guarded(MESSAGES, { method: "POST", body, headers: { "x-account": account, ...(conversation ? { "x-conversation": conversation } : {}) } })).text();
  const left = async () => {
    const found = [];
    for await (const entries of inner.entries()) found.push(...entries.map(({ account }) => account));
    return found.sort();
  };
  return { guarded, call, left, sent, state };
}

for (const [what, conversation] of [[{ account: "Ada" }], [{ conversation: "talk" }, "talk"]])
  test(`answers that wait for the store are forgotten with those in it, by ${Object.keys(what)[0]}`, async () => {
    const { guarded, call, left, sent, state } = open();
    await call("Ada", bodiesOf("Ada").request, conversation);
    await call("Bob", bodiesOf("Bob").request);
    await guarded.settled();
    state.isDown = true;
    await call("Ada", bodiesOf("Ada").request.replace("How warm", "And how warm"), conversation);
    await call("Bob", bodiesOf("Bob").request.replace("How warm", "And how warm"));
    await guarded.settled();
    deepEqual(await left(), ["Ada", "Bob"]);
    equal(await guarded.forget(what), 2);
    state.isDown = false;
    await guarded.settled();
    deepEqual(await left(), ["Bob", "Bob"], "what is in the store");
    for (const name of ["Ada", "Bob"]) await call(name, bodiesOf(name).damaged, name === "Ada" ? conversation : undefined);
    equal(sent.at(-2), bodiesOf("Ada").damaged, "nothing is restored of what was forgotten");
    equal(sent.at(-1), bodiesOf("Bob").next, "and the other is restored");
  });

test("it needs a store that can delete, and one thing to forget", async () => {
  const { getMany, setMany } = front.memoryStore();
  for (const options of [{}, { ledger: new front.Ledger() }, { store: { getMany, setMany } }]) await rejects(guards.guard(undefined, options).forget({ account: "Ada" }), { code: "E_INPUT", pointer: "/store" });
  for (const what of [undefined, {}, { account: "" }, { account: "a", conversation: "b" }]) await rejects(guards.guard(undefined, { store: front.memoryStore() }).forget(what), { code: "E_INPUT" });
});

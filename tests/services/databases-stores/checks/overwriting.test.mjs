// Databases that overwrite: when a name is lost, when not, and errors that look like missing values.
import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { moduleOf } from "../../../../scripts/load-package.mjs";

const { Ledger } = await moduleOf("start/node.js");
const { keyvStore, kvStore, unstorageStore } = await moduleOf("stores/index.js");
const [name, other] = ["a".repeat(64), "b".repeat(64)];

/**
 * Two stores over one memory: both find the first place free, and the second writes later. Then each uses the next place if it is not in the first,
 * like a ledger.
 */
async function namesAfterRace({ settleMs, slow }) {
  const values = new Map();
  const storage = (delay) => ({ getItem: async (key) => values.get(key) ?? null, setItem: async (key, value) => (await pause(delay), values.set(key, value)) });
  await Promise.all([[name, 0], [other, slow]].map(([own, delay]) => take(unstorageStore(storage(delay), { settleMs }), own)));
  return new Set(values.values()).size;
}

async function take(store, own) {
  for (let nth = 0; ; nth++) {
    await store.setMany([[`key-a-${nth}`, own]]);
    if ((await store.getMany([`key-a-${nth}`]))[0] === own) return;
  }
}

/** Returns a namespace as one location sees it: writes of others arrive later, and a missing value stays missing. */
function location(values, seen = new Map()) {
  return {
    get: async (keys) => new Map(keys.map((key) => (seen.has(key) || seen.set(key, values.get(key) ?? null), [key, seen.get(key)]))),
    put: async (key, value) => void values.set(key, value),
  };
}

async function twoLocations() {
  const values = new Map();
  const [here, there] = [kvStore(location(values)), kvStore(location(values))];
  await Promise.all([here, there].map((store) => store.getMany(["key-a-0"])));
  await take(here, name);
  await take(there, other);
  assert.deepEqual([...values], [["key-a-0", other]]);
}

async function staleKv() {
  const store = kvStore(location(new Map()));
  const ledger = await Ledger.open(store);
  const request = '{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":"Hello."}]}';
  const response = '{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"Hello."}]}';
  assert.equal(await ledger.record({ request, response, target: "anthropic-messages" }), true);
  assert.equal(await ledger.record({ request, response, target: "anthropic-messages" }), false);
}

async function cutValue() {
  const values = new Map();
  const store = unstorageStore({ getItem: async (key) => values.get(key), setItem: async (key, value) => values.set(key, value) }, { settleMs: 0 });
  await store.setMany([["line-a", "a whole line"]]);
  for (let length = 0; length < values.get("line-a").length; length++) {
    values.set("line-b", values.get("line-a").slice(0, length));
    assert.deepEqual(await store.getMany(["line-b"]), [undefined]);
  }
  await store.setMany([["line-b", "a whole line"]]);
  assert.deepEqual(await store.getMany(["line-a", "line-b"]), ["a whole line", "a whole line"]);
}

/** Storages of all three sorts: without `getMany`, with one that throws, and with one that only emits the error. */
async function failingKeyv(version) {
  const { default: Keyv } = await import(version);
  const gone = new Error("the storage is gone");
  const fail = async () => { throw gone; };
  const plain = { opts: {}, get: fail, set: fail, delete: fail, clear: fail, on: () => plain };
  for (const adapter of [plain, { ...plain, getMany: fail, setMany: fail }]) {
    const keyv = new Keyv({ store: adapter });
    const store = keyvStore(keyv, { settleMs: 0 });
    await assert.rejects(store.getMany(["line-1", "line-2"]), /the storage is gone/);
    await assert.rejects(store.setMany([["line-1", "1"]]), /the storage is gone/);
    assert.equal(keyv.listeners?.("error")?.length ?? 0, 0, "it listens only while it works");
  }
}

/** While a reader has the names under a key, one of them moves to a later place, because another writer has overwritten it. */
async function movedName() {
  const [values, asked] = [new Map(), new Set()];
  const store = {
    getMany: async (keys) => keys.map((key) => (asked.add(key), values.get(key))),
    setMany: async (entries) => entries.forEach(([key, value]) => values.has(key) || values.set(key, value)),
  };
  const exchange = (nth) => ({
    request: '{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":"Hello."}]}',
    response: JSON.stringify({ id: `msg_${nth}`, type: "message", role: "assistant", content: [{ type: "thinking", thinking: `Thought ${nth}`, signature: btoa(`seal ${nth}`) }, { type: "text", text: "Hello." }] }),
    target: "anthropic-messages",
    time: 1,
  });
  const [one, writer, reader] = [new Ledger(), await Ledger.open(store), await Ledger.open(store)];
  const next = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hello." }, { role: "assistant", content: [{ type: "text", text: "Hello." }] }, { role: "user", content: "On." }] });
  for (const nth of [1, 2]) await writer.record(exchange(nth));
  await reader.audit(next, "anthropic-messages");
  await writer.record(exchange(3));
  // As if the third had been written into the places of the second, which used the next.
  const taken = [...values].filter(([key]) => /^key-.*-1$/.test(key) && values.has(key.replace(/1$/, "2")));
  assert.ok(taken.length);
  for (const [key, second] of taken) {
    values.set(key, values.get(key.replace(/1$/, "2")));
    values.set(key.replace(/1$/, "2"), second);
  }
  const [third] = [...values.keys()].filter((key) => key.startsWith("line-")).slice(-1);
  asked.clear();
  for (const nth of [1, 2, 3]) one.record(exchange(nth));
  assert.deepEqual(await reader.follow(next, "anthropic-messages").then((all) => all.map(({ fate }) => fate)), one.follow(next, "anthropic-messages").map(({ fate }) => fate));
  assert.deepEqual(await reader.audit(next, "anthropic-messages"), one.audit(next, "anthropic-messages"));
  assert.ok(asked.has(third), "it has looked for the line that it did not know");
}

test("two writers that do not wait lose a name, which is why the stores wait", async () => assert.equal(await namesAfterRace({ settleMs: 0, slow: 40 }), 1));
test("two writers that wait longer than a write takes lose no name", async () => assert.equal(await namesAfterRace({ settleMs: 800, slow: 40 }), 2));
test("a write that takes longer than the wait can still lose a name, as the types say", async () => assert.equal(await namesAfterRace({ settleMs: 300, slow: 1200 }), 1));
test("two locations of KV that cannot see each other yet lose a name, as the types say", twoLocations);
test("KV that still says that there is no value does not fail who has written it", staleKv);
test("a value that a kill has cut is none, and is written again", cutValue);

test("an error that a driver of unstorage gives as a value fails the call", async () => {
  const store = unstorageStore({ getItem: async () => new Error("no access"), setItem: async () => {} });
  await assert.rejects(store.getMany(["line-1"]), /no access/);
});

for (const version of ["keyv", "keyv6"]) {
  test(`a storage of ${version} that fails fails the call with its error`, () => failingKeyv(version));
}

test("a Keyv with a ttl is refused", async () => {
  const { default: Keyv } = await import("keyv");
  assert.throws(() => keyvStore(new Keyv({ ttl: 1_000 })), { code: "E_INPUT", pointer: "/ttl" });
});

test("a store that is slower than its wait says so", async () => {
  const slow = { getItem: () => pause(30), setItem: async () => {} };
  await assert.rejects(unstorageStore(slow, { settleMs: 10 }).setMany([["key-a-0", name]]), { code: "E_STORE" });
});

test("a reader who saw a name before it was moved finds both", movedName);

// The ledger of a store: its results equal those of one ledger with all lines, for any writers, any failures, and any overlap of calls.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { getHeapSnapshot } from "node:v8";
import { Ledger, memoryStore } from "rethought";
import { InputError, JsonError, StoreError } from "rethought/errors";
import { folderStore } from "rethought/folder";
import { randomOf } from "./random.mjs";
import { talks } from "./talks.mjs";

/** Returns a store with the minimum of the contract; `values` is its content. */
function plainStore(values = new Map()) {
  return {
    values,
    getMany: async (keys) => keys.map((key) => values.get(key) ?? null),
    setMany: async (entries) => entries.forEach(([key, value]) => values.has(key) || values.set(key, value)),
  };
}

/** Returns one ledger with all lines, and the same in a store, recorded by two that share it. */
async function recorded(seed, store, keep = "full") {
  const world = talks(seed);
  const one = new Ledger({ form: keep });
  const opened = [await Ledger.open(store, { cacheBytes: 3_000, keep }), await Ledger.open(store, { cacheBytes: 0, keep })];
  for (const [nth, exchange] of world.exchanges.entries()) {
    const by = opened[Math.floor(world.next() * 2)];
    const isNew = one.record(exchange);
    if (nth % 2) assert.equal(await by.record(exchange), isNew);
    else {
      const { response, time } = exchange;
      assert.equal(await by.record(await by.audit(exchange.request, exchange.target), { response, time }), isNew);
    }
    assert.equal(await opened[nth % 2].record(exchange), false, "once or twice is the same");
  }
  return { ...world, one, opened };
}

/** Returns all results of a ledger for a request. */
async function told(ledger, request, target) {
  const repaired = await ledger.repair(request, target, { allow: ["unsafe"] });
  const followed = await ledger.follow(request, target);
  const restored = await Promise.all(followed.map(({ from }) => ledger.restore(from)));
  const conversation = await ledger.conversation(request, target);
  return {
    report: await ledger.audit(request, target),
    repaired,
    followed: followed.map(({ response, line, from, ...rest }, nth) => ({ ...rest, restored: restored[nth] })),
    conversation: conversation && { id: conversation.id, branch: conversation.branch.length },
    rewrite: await ledger.canRewrite(request, [0, 1], target),
  };
}

/** Returns the number of each name. */
function pairs(names, followed, same) {
  same.forEach(({ line, from }, nth) => {
    const { response } = followed[nth];
    assert.equal(names.get(line) ?? response, response);
    names.set(line, response);
    assert.ok(from.startsWith(`/lines/${line}/parts/`));
  });
}

test("what is said through a store is what one ledger with all lines says", async () => {
  let [compared, repairs, found] = [0, 0, 0];
  for (let seed = 1; seed <= 24; seed++) {
    const { one, opened, requests, target } = await recorded(seed, plainStore(), seed % 5 ? (seed % 7 ? "full" : "handles") : "digests");
    const names = new Map();
    for (const request of requests)
      for (const ledger of opened) {
        const expected = await told(one, request, target);
        assert.deepEqual(await told(ledger, request, target), expected, `seed ${seed}: ${request}`);
        pairs(names, one.follow(request, target), await ledger.follow(request, target));
        compared++;
        repairs += expected.repaired.applied.length > 0;
        found += expected.followed.length > 0;
      }
    assert.equal(new Set(names.values()).size, names.size, "two names are two answers");
    opened.forEach((ledger) => ledger[Symbol.dispose]());
  }
  assert.ok(compared > 400 && repairs > 50 && found > 100, `${compared} compared, ${repairs} repaired, ${found} followed`);
});

test("a conversation that grows is audited as by one ledger, while another program records what resembles it", async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { exchanges, target } = talks(seed);
    const store = plainStore();
    const [one, ours, theirs] = [new Ledger(), await Ledger.open(store), await Ledger.open(store)];
    for (const [nth, exchange] of exchanges.entries()) {
      one.record(exchange);
      await (nth % 3 ? theirs : ours).record(exchange);
      for (const { request } of exchanges) assert.deepEqual(await ours.audit(request, target), one.audit(request, target), `seed ${seed}, ${nth}: ${request}`);
    }
  }
});

test("calls that overlap give what calls one after the other give", async () => {
  const worlds = [];
  const store = plainStore();
  const slow = { getMany: async (keys) => (await pause(), store.getMany(keys)), setMany: async (entries) => (await pause(), store.setMany(entries)) };
  const opened = [await Ledger.open(slow, { cacheBytes: 5_000 }), await Ledger.open(slow)];
  const one = new Ledger();
  for (let seed = 100; seed < 110; seed++) worlds.push(talks(seed));
  // The latest of several answers to one input counts, so the time is given.
  const exchanges = worlds.flatMap(({ exchanges }) => exchanges).map((exchange, nth) => ({ ...exchange, time: nth + 1 }));
  const news = await Promise.all(exchanges.map((exchange, nth) => opened[nth % 2].record(exchange)));
  assert.ok(news.every(Boolean));
  for (const exchange of exchanges) one.record(exchange);
  const asked = worlds.flatMap(({ requests, target }) => requests.map((request) => ({ request, target })));
  const results = await Promise.all(asked.map(({ request, target }, nth) => told(opened[nth % 2], request, target)));
  for (const [nth, { request, target }] of asked.entries()) assert.deepEqual(results[nth], await told(one, request, target), request);
  // Both record the same exchange at the same time.
  const [again] = talks(111).exchanges;
  await Promise.all([opened[0].record(again), opened[1].record(again)]);
  const names = [...store.values].filter(([key]) => key.startsWith("key-")).map(([key, name]) => `${key.replace(/-\d+$/, "")} ${name}`);
  assert.equal(new Set(names).size, names.length, "no name is twice under a key");
});

test("a key of many lines is of many through a store too, whichever came first", async () => {
  for (const reverse of [false, true]) {
    const store = plainStore();
    const [one, stored] = [new Ledger(), await Ledger.open(store)];
    const content = (thinking) => [{ type: "thinking", thinking, signature: "U2VhbA==" }, { type: "text", text: "Hello." }];
    const exchanges = Array.from({ length: 30 }, (_, nth) => ({
      request: JSON.stringify({ messages: [{ role: "user", content: `Hello ${nth}` }] }),
      response: JSON.stringify({ id: `msg_${nth}`, content: content(`Thought ${nth}`) }),
      target: "anthropic-messages",
      time: 1,
    }));
    for (const exchange of exchanges) one.record(exchange);
    for (const exchange of reverse ? exchanges.reverse() : exchanges) await stored.record(exchange);
    for (let nth = 0; nth < 30; nth++) {
      const request = JSON.stringify({ messages: [{ role: "user", content: `Hello ${nth}` }, { role: "assistant", content: content(`Thought ${nth}`) }, { role: "user", content: "On." }] });
      assert.deepEqual(await told(stored, request, "anthropic-messages"), await told(one, request, "anthropic-messages"));
    }
    const most = Math.max(...[...store.values.keys()].map((key) => Number(/^key-.*-(\d+)$/.exec(key)?.[1] ?? 0)));
    assert.ok(most >= 7 && most < 29, `${most}`);
  }
});

test("a store that fails fails the call with its error, and the same call made again loses nothing", async () => {
  const { chance } = randomOf(7);
  for (let seed = 200; seed < 220; seed++) {
    const { exchanges, requests, target } = talks(seed);
    const [store, one] = [plainStore(), new Ledger()];
    const gone = new Error("the store is gone");
    const flaky = {
      getMany: async (keys) => { if (chance(0.1)) throw gone; return store.getMany(keys); },
      // A value that was written before the failure stays.
      setMany: async (entries) => { for (const entry of entries) { if (chance(0.1)) throw gone; await store.setMany([entry]); } },
    };
    const stored = await Ledger.open(flaky, { cacheBytes: 2_000 });
    // Repeats each call until it succeeds.
    const again = async (name, given) => {
      for (;;) {
        try {
          return await stored[name](...given);
        } catch (error) {
          assert.equal(error, gone);
        }
      }
    };
    const stubborn = new Proxy(stored, { get: (_, name) => (name === "then" ? undefined : (...given) => again(name, given)) });
    for (const exchange of exchanges) {
      one.record(exchange);
      await stubborn.record(exchange);
    }
    for (const request of requests) assert.deepEqual(await told(stubborn, request, target), await told(one, request, target), `seed ${seed}`);
  }
});

test("what was not saved whole takes no part, and makes no other answer certain", async () => {
  const { exchanges } = talks(3);
  for (const { target, request } of exchanges) {
    const store = plainStore();
    let left;
    const dying = { getMany: store.getMany, setMany: async (entries) => { for (const entry of entries) { if (!left--) throw new Error("killed"); await store.setMany([entry]); } } };
    for (left = 0; ; left++) {
      store.values.clear();
      const [steps, stored] = [left, await Ledger.open(dying)];
      const saved = await stored.record(exchanges[0]).then(() => true, () => false);
      if (saved) break;
      left = Infinity;
      assert.deepEqual(await (await Ledger.open(store)).follow(request, target), []);
      left = steps;
    }
  }
});

test("a store in memory keeps its bound, forgets first what was not used for longest, and what is left is not taken for what is gone", async () => {
  const content = (thinking) => [{ type: "thinking", thinking, signature: Buffer.from(`seal ${thinking}`).toString("base64") }, { type: "text", text: "Hello." }];
  const exchange = (user) => ({ request: JSON.stringify({ messages: [{ role: "user", content: "Hi" }] }), response: JSON.stringify({ id: `msg_${user}`, content: content(user) }), target: "anthropic-messages" });
  const bare = JSON.stringify({ messages: [{ role: "user", content: "Hi" }, { role: "assistant", content: [{ type: "text", text: "Hello." }] }, { role: "user", content: "On." }] });
  const stored = await Ledger.open(memoryStore({ bytes: 6_000 }), { cacheBytes: 0 });
  await stored.record(exchange("first"));
  assert.equal((await stored.follow(bare)).length, 2, "the only one in these words");
  const [{ from }] = await stored.follow(bare);
  await stored.record(exchange("second"));
  assert.equal((await stored.follow(bare)).length, 2, "of two answers to one input, the latest");
  assert.notEqual((await stored.follow(bare))[0].from, from);
  for (let nth = 0; nth < 4; nth++) {
    await stored.record({ ...exchange(`other ${nth}`), request: JSON.stringify({ messages: [{ role: "user", content: `Else ${nth}` }] }) });
  }
  for (const one of await stored.follow(bare)) assert.notEqual(one.from, from, "the first is forgotten first");
  assert.equal(await stored.restore(from), undefined, "the first is gone");
  // The store also drops the names of very many lines, and continues.
  for (let nth = 0; nth < 200; nth++) await stored.record({ ...exchange(`later ${nth}`), request: JSON.stringify({ messages: [{ role: "user", content: `Later ${nth}` }] }) });
  const last = JSON.stringify({ messages: [{ role: "user", content: "Later 199" }, { role: "assistant", content: content("later 199") }, { role: "user", content: "On." }] });
  assert.equal((await stored.follow(last)).length, 2);
  await stored.record(exchange("first"));
  assert.equal(await stored.restore(from), JSON.stringify(content("first")[0]), "what is gone can be recorded again");
});

test("a folder holds what was recorded for the next program, and one that is opened twice", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rethought-store-"));
  try {
    for (let seed = 300; seed < 306; seed++) {
      const path = join(folder, String(seed));
      const { one, requests, target } = await recorded(seed, folderStore(path, { sync: seed % 2 === 0 }));
      const again = await Ledger.open(folderStore(pathToFileURL(path)));
      for (const request of requests) assert.deepEqual(await told(again, request, target), await told(one, request, target), `seed ${seed}`);
      assert.deepEqual(readdirSync(join(path, "drafts")), []);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a folder is swept of what dead programs have left, and says what is wrong with it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rethought-store-"));
  try {
    const store = folderStore(folder);
    const [old, young] = ["old", "young"].map((name) => join(folder, "drafts", name));
    for (const path of [old, young]) writeFileSync(path, "half");
    utimesSync(old, 1, 1);
    await store.setMany([["line-ab", "one"], ["line-ab", "two"]]);
    await store.setMany([["line-ab", "three"]]);
    assert.match((await store.getMany(["line-ab", "line-ac"])).join(), /^(one|two),$/);
    assert.deepEqual([existsSync(old), existsSync(young)], [false, true]);
    const file = join(folder, "file");
    writeFileSync(file, "");
    for (const path of [file, join(file, "below")]) assert.throws(() => folderStore(path), (error) => error instanceof StoreError && error.code === "E_STORE" && error.cause instanceof Error);
    for (const path of [undefined, 7, "", "a\0b", {}]) assert.throws(() => folderStore(path), InputError);
    assert.throws(() => folderStore(folder, { sync: "no" }), InputError);
    for (const key of ["../up", "LINE-ab", "line-ab/cd", "", 7]) await assert.rejects(store.getMany([key]), InputError);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a pointer names a line for good, and nothing else", async () => {
  const { one, opened, requests, target } = await recorded(2, memoryStore());
  const [ledger] = opened;
  for (const request of requests)
    for (const { from, part } of await ledger.follow(request, target)) {
      assert.equal(await ledger.restore(from.replace(/parts\/\d+$/, "parts/99")), undefined);
      assert.equal(await ledger.restore(from.replace(/lines\/..../, "lines/0000")), undefined);
      assert.ok(part >= 0);
    }
  for (const pointer of ["/responses/0/parts/0", "/lines/ab/parts/0", "", undefined, 7]) await assert.rejects(ledger.restore(pointer), InputError);
  assert.ok(one.length);
});

test("what cannot be read is refused as by a ledger, and a store is looked at", async () => {
  const stored = await Ledger.open();
  assert.equal(stored.form, "full");
  await assert.rejects(stored.audit('{"messages":', "anthropic-messages"), (error) => error instanceof JsonError && error.offset === 12);
  await assert.rejects(stored.audit("{}"), InputError);
  await assert.rejects(stored.record({ request: "{}", target: "anthropic-messages" }), InputError);
  await assert.rejects(stored.record({}, { response: "{}" }), InputError);
  for (const store of [null, 7, {}, { getMany() {} }]) await assert.rejects(Ledger.open(store), InputError);
  for (const options of [{ keep: "half" }, { encryptWith: "short" }, { encryptWith: [] }, { cacheBytes: "many" }]) await assert.rejects(Ledger.open(memoryStore(), options), InputError);
  assert.throws(() => memoryStore({ bytes: 0 }), InputError);
  const { exchanges, requests, target } = talks(5);
  for (const wrong of [async () => [], async () => "none", async (keys) => keys.map(() => 7), async (keys) => keys.map(() => "no name")]) {
    const bad = await Ledger.open({ ...plainStore(), getMany: wrong });
    await assert.rejects(bad.audit(requests[0], target), StoreError);
  }
  const store = plainStore();
  const good = await Ledger.open(store);
  for (const exchange of exchanges) await good.record(exchange);
  const lines = [...store.values].filter(([key]) => key.startsWith("line-"));
  for (const text of [lines[1][1], '{"rethought":"ledger","version":3}\n{"wire":', "nothing", '{"rethought":"ledger","version":9}\n{}']) {
    for (const [key] of lines) store.values.set(key, text);
    const spoilt = await Ledger.open(store);
    for (let time = 0; time < 2; time++) await assert.rejects(spoilt.audit(requests[0], target), (error) => error instanceof StoreError || error instanceof InputError, text);
  }
  good[Symbol.dispose]();
  good[Symbol.dispose]();
  await assert.rejects(good.audit(requests[0], target), InputError);
});

const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 3));

test("the name of a line that a store has forgotten does not keep the line in memory", async () => {
  const ledger = await Ledger.open(memoryStore({ bytes: 100_000 }), { cacheBytes: 0 });
  const target = { wire: "anthropic-messages" };
  for (let nth = 0; nth < 50; nth++) {
    const request = JSON.stringify({ model: "claude-opus-4-5", max_tokens: 9, messages: [{ role: "user", content: `Question ${nth}` }] });
    const response = JSON.stringify({ id: `msg_${nth}`, type: "message", role: "assistant", model: "claude-opus-4-5", content: [{ type: "text", text: `Answer ${nth} `.repeat(500) }], usage: {} });
    assert.equal(await ledger.record({ request, response, target }), true);
  }
  // The core returns a line in one string, after its name and its keys.
  const whole = (await stringsInMemory()).filter((text) => /^[0-9a-f]{64}\n[0-9a-f ]*\n\{"rethought":"ledger"/.test(text));
  assert.ok(whole.length <= 2, `${whole.length} of 50 lines`);
  ledger[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
});

/** Returns the strings that this process keeps, each up to its first thousand letters. */
async function stringsInMemory() {
  const chunks = [];
  for await (const chunk of getHeapSnapshot()) chunks.push(chunk);
  const { snapshot, nodes, strings } = JSON.parse(Buffer.concat(chunks));
  const { node_fields: fields, node_types: [types] } = snapshot.meta;
  const [type, name] = [types.indexOf("string"), fields.indexOf("name")];
  return Array.from({ length: nodes.length / fields.length }, (_, nth) => nth * fields.length).filter((at) => nodes[at] === type).map((at) => strings[nodes[at + name]]);
}

// Snapshots against @cognipeer/agent-sdk, and the values that it throws for or cannot write.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as sdk from "@cognipeer/agent-sdk";
import { captureSnapshot, readSnapshot, restoreSnapshot, writeSnapshot } from "rethought/agent-state";
import { randomOf } from "./random.mjs";

const OWN = ["__onEvent", "__onProgress", "__onStream", "__traceSession", "__paused", "__cancellationToken", "__abortSignal", "__contextPilot"];

/** Returns a snapshot without the members that only one side writes: `undefined` for absent values, and our reports. */
function bare({ state, runtimeHint, metadata }) {
  const defined = (object) => object && Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
  const { ctx, ...rest } = state;
  return { state: ctx === undefined ? rest : { ...rest, ctx }, runtimeHint: defined(runtimeHint), metadata: { ...defined(metadata), createdAt: "then" } };
}

test("the SDK's own vector comes out as the SDK has it", () => {
  const noop = () => {};
  const given = Object.fromEntries(OWN.map((key) => [key, key === "__paused" ? { stage: "x" } : noop]));
  const state = { messages: [], ctx: { a: 1, ...given, __awaitingUserQuestion: { id: 1 }, __resumeStage: "tools" }, agent: { name: "n", version: "v", tools: [{ name: "t1" }] } };
  const snapshot = captureSnapshot(state);
  assert.deepStrictEqual(snapshot.state, { messages: [], ctx: { a: 1, __awaitingUserQuestion: { id: 1 }, __resumeStage: "tools" } });
  assert.deepStrictEqual(snapshot.runtimeHint, { name: "n", version: "v", tools: ["t1"] });
  assert.deepStrictEqual(snapshot.metadata.paused, { stage: "x" });
  assert.deepStrictEqual([snapshot.schema, snapshot.stripped, snapshot.cycles], [1, [], []]);
  assert.deepStrictEqual(bare(snapshot), bare(sdk.captureSnapshot(state)));
  const kept = { a: 1, __awaitingUserQuestion: { id: 1 }, __resumeStage: "tools" };
  for (const restore of [restoreSnapshot, sdk.restoreSnapshot]) {
    assert.deepStrictEqual(restore(snapshot, { ctx: { b: 2, __onEvent: noop } }).ctx, { ...kept, b: 2, __restoredFromSnapshot: true });
    assert.deepStrictEqual(restore(snapshot, { ctx: { b: 2, __onEvent: noop }, mergeCtx: false }).ctx, { b: 2, __restoredFromSnapshot: true });
  }
  assert.equal(captureSnapshot(state, { includeRuntimeHint: false }).runtimeHint, undefined);
  assert.equal(captureSnapshot(state, { tag: "t" }).metadata.tag, "t");
});

test("where the SDK throws at a callback, it is left out and reported", () => {
  const state = { messages: [], ctx: { cb: () => 1, a: 1 } };
  assert.throws(() => sdk.captureSnapshot(state), { name: "DataCloneError" });
  const { state: stored, stripped } = captureSnapshot(state);
  assert.deepStrictEqual(stored, { messages: [], ctx: { a: 1 } });
  assert.deepStrictEqual(stripped, [{ path: "/state/ctx/cb", kind: "function" }]);
});

class Point {
  x = 1;
  get y() {
    return 2;
  }
}

/** Returns a value of any kind that structuredClone copies; sometimes one that was made before. */
function valueOf(draw, depth, made) {
  if (made.length && draw.chance(0.08)) return draw.pick(made);
  const leaf = depth > 4 || draw.chance(0.45);
  const keep = (value) => (made.push(value), value);
  if (leaf)
    return draw.pick([
      () => draw.below(1e6) / 7, () => "héé\ud83d", () => "", () => null, () => undefined, () => draw.chance(), () => NaN, () => -0, () => -Infinity, () => 2n ** 90n, () => -1n,
      () => keep(new Date(draw.below(2e9) * 1000)), () => keep(/a\/b"/giu), () => keep(new Uint8Array([1, 2, 255])), () => keep(new Float64Array([1.5, NaN])),
      () => keep(new BigInt64Array([-1n])), () => keep(new DataView(new ArrayBuffer(3))), () => keep(new ArrayBuffer(2)), () => Object(1), () => Object("s"), () => Object(false), () => Object(3n),
      () => keep(new Point()),
    ])();
  const size = draw.below(5);
  const parts = () => Array.from({ length: size }, () => valueOf(draw, depth + 1, made));
  if (draw.chance(0.3)) {
    const list = keep([]);
    list.push(...parts());
    if (draw.chance(0.1)) list.length += 2;
    if (draw.chance(0.1)) list.note = 1;
    return list;
  }
  if (draw.chance(0.2)) return keep(new Map(parts().map((part, nth) => [draw.chance() ? part : nth, part])));
  if (draw.chance(0.1)) return keep(new Set(parts()));
  const object = keep(draw.chance(0.1) ? Object.create(null) : {});
  for (const part of parts()) {
    const key = draw.pick(["a", "b", "7", "é/~", "$rethought", "__proto__", "constructor", "toString", ""]);
    Object.defineProperty(object, key, { value: part, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

function stateOf(draw) {
  const made = [];
  const message = () => ({ role: "assistant", content: "x", reasoning: { blocks: [{ type: "thinking", text: "t", signature: "S/==" }] }, extra: valueOf(draw, 0, made) });
  const state = { messages: Array.from({ length: draw.below(4) }, message), toolCallCount: draw.below(9), metadata: { any: valueOf(draw, 0, made) }, plan: null };
  if (draw.chance(0.8)) {
    state.ctx = { any: valueOf(draw, 0, made), again: made[0] };
    for (const key of OWN) if (draw.chance(0.3)) state.ctx[key] = key === "__paused" ? { stage: "s", iteration: 2 } : () => {};
  }
  if (draw.chance(0.1)) state.ctx = draw.pick([{}, { __onEvent() {} }, null]);
  if (draw.chance()) state.agent = { name: "n", version: draw.pick([undefined, "1"]), tools: draw.pick([undefined, [], [{ name: "t" }, {}, null]]), model() {} };
  return state;
}

/** Adds a cycle, if there is a place for one. */
function tied(draw, state) {
  if (draw.chance(0.3)) state.metadata.loop = draw.pick([state.metadata, state.messages]);
  return state;
}

test("1,000 generated states are captured and restored as the SDK does it", () => {
  const draw = randomOf(8);
  let cycles = 0;
  for (let nth = 0; nth < 1000; nth++) {
    const state = tied(draw, stateOf(draw));
    const options = draw.pick([undefined, {}, { tag: "t" }, { includeRuntimeHint: false }, { includeRuntimeHint: true, tag: "" }]);
    const [theirs, ours] = [sdk.captureSnapshot(state, options), captureSnapshot(state, options)];
    assert.deepStrictEqual(bare(ours), bare(theirs));
    assert.deepStrictEqual(ours.stripped, []);
    cycles += ours.cycles.length;
    const agent = { name: "other" };
    const how = draw.pick([undefined, { ctx: { b: () => 2, __onEvent: () => {} } }, { ctx: { b: 1 }, mergeCtx: false }, { mergeCtx: false }, { agent, ctx: { a: 0 } }]);
    const [back, expected] = [restoreSnapshot(ours, how), sdk.restoreSnapshot(theirs, how)];
    assert.deepStrictEqual(back, expected);
    assert.notEqual(back.messages, ours.state.messages);
    assert.deepStrictEqual(sdk.restoreSnapshot(ours, how), expected);
  }
  assert.ok(cycles > 100, `${cycles} cycles`);
});

test("1,000 generated snapshots come back from their text, and make the same text again", () => {
  const draw = randomOf(9);
  let marked = 0;
  for (let nth = 0; nth < 1000; nth++) {
    const snapshot = captureSnapshot(tied(draw, stateOf(draw)));
    const text = writeSnapshot(snapshot);
    const back = readSnapshot(text);
    assert.deepStrictEqual(back, snapshot);
    assert.equal(writeSnapshot(back), text);
    JSON.parse(text);
    if (text.includes('"ref"')) marked += 1;
  }
  assert.ok(marked > 100, `${marked} with references`);
});

test("a snapshot of the SDK is lifted as an object as it is from its text, and goes on in the SDK", async () => {
  const theirs = sdk.captureSnapshot({ messages: [{ role: "user", content: "go" }], ctx: { at: new Date(0) } });
  const lifted = readSnapshot(theirs);
  assert.deepStrictEqual(lifted.state, theirs.state);
  assert.deepStrictEqual([lifted.schema, lifted.stripped, lifted.cycles], [1, [], []]);
  const agent = sdk.createAgent({ name: "a", model: { invoke: async () => ({ role: "assistant", content: "done" }) } });
  assert.equal((await agent.resume(captureSnapshot({ messages: [{ role: "user", content: "go" }] }))).content, "done");
  assert.throws(() => readSnapshot({}), { code: "E_INPUT", pointer: "/state" });
});

test("a state of plain data is plain JSON", () => {
  const snapshot = captureSnapshot({ messages: [{ role: "user", content: "\ud83d é" }], ctx: { n: 1.5 } }, { tag: "t" });
  snapshot.metadata.createdAt = "then";
  assert.equal(
    writeSnapshot(snapshot),
    '{"schema":1,"state":{"messages":[{"role":"user","content":"\\ud83d é"}],"ctx":{"n":1.5}},"metadata":{"createdAt":"then","tag":"t","paused":null},"stripped":[],"cycles":[]}',
  );
});

test("repeated references stay one and are not called circular; cycles are reported and kept", () => {
  const shared = { x: [1] };
  const loop = { inner: {} };
  loop.inner.up = loop;
  const snapshot = captureSnapshot({ messages: [], one: shared, two: [shared, shared.x], loop });
  for (const { state } of [snapshot, readSnapshot(writeSnapshot(snapshot))]) {
    assert.equal(state.one, state.two[0]);
    assert.equal(state.one.x, state.two[1]);
    assert.equal(state.loop.inner.up, state.loop);
  }
  assert.deepStrictEqual(snapshot.cycles, [{ path: "/state/loop/inner/up", to: "/state/loop" }]);
  assert.deepStrictEqual(readSnapshot(writeSnapshot(snapshot)).cycles, snapshot.cycles);
});

test("whatever cannot be stored is reported by its place and its kind", () => {
  const key = { k: () => 1 };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const detached = new ArrayBuffer(4);
  structuredClone(detached, { transfer: [detached] });
  const state = {
    messages: [{ role: "user", content: "a", at: Symbol("s") }],
    list: [1, () => 2, 3],
    map: new Map([["a", () => 1], [() => 2, 1], [key, 3]]),
    set: new Set([() => 1, 2]),
    error: new TypeError("t", { cause: () => 1 }),
    get broken() {
      throw new Error("no");
    },
    promise: Promise.resolve(),
    weak: new WeakMap(),
    signal: new AbortController().signal,
    generator: (function* () {})(),
    url: new URL("https://a.example/"),
    revoked: revoked.proxy,
    detached,
    "a/b~c": { fn() {} },
    ctx: { __paused: { stage: "x", resume: () => {} } },
  };
  const { state: stored, stripped, metadata } = captureSnapshot(state);
  assert.deepStrictEqual(stripped, [
    { path: "/state/messages/0/at", kind: "symbol" },
    { path: "/state/list/1", kind: "function" },
    { path: "/state/map/1", kind: "function" },
    { path: "/state/map/2", kind: "function" },
    { path: "/state/map/4/k", kind: "function" },
    { path: "/state/set/0", kind: "function" },
    { path: "/state/error/cause", kind: "function" },
    { path: "/state/broken", kind: "getter" },
    { path: "/state/promise", kind: "Promise" },
    { path: "/state/weak", kind: "WeakMap" },
    { path: "/state/signal", kind: "AbortSignal" },
    { path: "/state/generator", kind: "Generator" },
    { path: "/state/url", kind: "URL" },
    { path: "/state/revoked", kind: "unreadable" },
    { path: "/state/detached", kind: "ArrayBuffer" },
    { path: "/state/a~1b~0c/fn", kind: "function" },
    { path: "/metadata/paused/resume", kind: "function" },
  ]);
  assert.deepStrictEqual(stored.list, [1, null, 3]);
  assert.deepStrictEqual(stored.map, new Map([[{}, 3]]));
  assert.deepStrictEqual(stored.set, new Set([2]));
  assert.deepStrictEqual([stored.error.name, stored.error.message, "cause" in stored.error, "broken" in stored], ["TypeError", "t", false, false]);
  assert.deepStrictEqual(metadata.paused, { stage: "x" });
  assert.deepStrictEqual(readSnapshot(writeSnapshot(captureSnapshot(state))).stripped, stripped);
});

test("1,000 places are reported, and that there are more", () => {
  const { stripped } = captureSnapshot({ messages: [], many: Array.from({ length: 5000 }, () => () => 1) });
  assert.equal(stripped.length, 1001);
  assert.deepStrictEqual(stripped.at(-1), { path: "", kind: "more" });
});

test("a date that is none stays one", () => {
  const { state } = readSnapshot(writeSnapshot(captureSnapshot({ messages: [], when: new Date(NaN), then: new Date(-8.64e15) })));
  assert.ok(state.when instanceof Date && Number.isNaN(state.when.getTime()));
  assert.equal(state.then.getTime(), -8.64e15);
});

test("an error keeps its name, its words, its stack and its cause", () => {
  const error = new RangeError("far", { cause: new Error("near") });
  const { state } = readSnapshot(writeSnapshot(captureSnapshot({ messages: [], error })));
  const clone = structuredClone(error);
  assert.ok(state.error instanceof RangeError);
  assert.deepStrictEqual([state.error.name, state.error.message, state.error.stack, Object.keys(state.error)], [clone.name, clone.message, clone.stack, Object.keys(clone)]);
  assert.equal(state.error.cause.message, "near");
});

test("a view keeps the bytes it shows, and not the pool behind it", () => {
  const pool = new TextEncoder().encode("secret-ab-secret");
  const text = writeSnapshot(captureSnapshot({ messages: [], view: pool.subarray(7, 9), words: new Uint16Array(pool.buffer, 8, 1) }));
  const { state } = readSnapshot(text);
  assert.deepStrictEqual([...state.view], [97, 98]);
  assert.equal(state.view.buffer.byteLength, 2);
  assert.equal(state.words[0], 98 + (45 << 8));
});

test("no text changes a prototype", () => {
  const hostile = '{"schema":1,"state":{"messages":[],"__proto__":{"polluted":1},"ctx":{"__proto__":{"polluted":2}},"m":{"$rethought":"Object","value":{"__proto__":{"polluted":3}}}},"metadata":{"createdAt":""}}';
  const snapshot = readSnapshot(hostile);
  const restored = restoreSnapshot(snapshot, { ctx: JSON.parse('{"__proto__":{"polluted":4}}') });
  for (const object of [snapshot, snapshot.state, snapshot.state.ctx, snapshot.state.m, restored, restored.ctx]) {
    assert.equal(object.polluted, undefined);
    assert.equal(Object.getPrototypeOf(object), Object.prototype);
  }
  assert.equal({}.polluted, undefined);
  assert.ok(Object.hasOwn(snapshot.state, "__proto__") && Object.hasOwn(snapshot.state.m, "__proto__") && Object.hasOwn(restored.ctx, "__proto__"));
  const tags = ["__proto__", "constructor", "toString", "hasOwnProperty", "eval", 7, null];
  for (const tag of tags) assert.throws(() => readSnapshot(`{"schema":1,"state":{"x":{"$rethought":${JSON.stringify(tag)},"value":[]}}}`), { code: "E_INPUT" });
});

test("older forms are lifted, fields that nobody knows are kept, newer schemas are refused", () => {
  const old = sdk.captureSnapshot({ messages: [{ role: "user", content: "a" }], ctx: { $rethought: "Map", value: [1, 2] } }, { tag: "t" });
  const lifted = readSnapshot(JSON.stringify(old));
  assert.deepStrictEqual(lifted, { ...JSON.parse(JSON.stringify(old)), schema: 1, stripped: [], cycles: [] });
  assert.deepStrictEqual(readSnapshot(writeSnapshot(lifted)), lifted);
  assert.deepStrictEqual(restoreSnapshot(lifted).ctx, { $rethought: "Map", value: [1, 2], __restoredFromSnapshot: true });
  const text = '{"schema":1,"state":{"messages":[],"later":[1]},"metadata":{"createdAt":"c","paused":null,"by":"me"},"stripped":[],"cycles":[],"extra":{"a":[]}}';
  assert.equal(writeSnapshot(readSnapshot(text)), text);
  assert.deepStrictEqual(readSnapshot(new TextEncoder().encode(text)), readSnapshot(text));
  for (const schema of ["2", '"1"', "-1", "null", "1.5"]) {
    assert.throws(() => readSnapshot(`{"schema":${schema},"state":{}}`), { code: "E_INPUT", pointer: "/schema" });
  }
});

test("what is not a snapshot is refused with its place", () => {
  for (const text of ["[]", "null", "{}", '{"state":[]}', '{"state":null}']) assert.throws(() => readSnapshot(text), { code: "E_INPUT", pointer: "/state" });
  assert.throws(() => readSnapshot('{"state":{}'), { code: "E_JSON_TRUNCATED", offset: 11 });
  assert.throws(() => readSnapshot("{,}"), { code: "E_JSON_SYNTAX" });
  for (const wrong of [undefined, null, 7, [], () => 1]) {
    assert.throws(() => captureSnapshot(wrong), { code: "E_INPUT" });
    assert.throws(() => restoreSnapshot(wrong), { code: "E_INPUT" });
    assert.throws(() => writeSnapshot(wrong), { code: "E_INPUT" });
  }
  for (const value of ['{"$rethought":"ref","id":3}', '{"$rethought":"Uint16Array","value":"AA=="}', '{"$rethought":"bigint","value":"x"}', '{"$rethought":"RegExp","value":["(",""]}', '{"$rethought":"Array","length":-1,"value":{}}'])
    assert.throws(() => readSnapshot(`{"schema":1,"state":{"x":${value}}}`), { code: "E_INPUT", pointer: "/state/x" }, value);
});

test("10,000 damaged texts are read or refused, and refused by an error of ours", () => {
  const draw = randomOf(10);
  const pieces = ['"', "{", "}", "[", "]", ":", ",", "0", "-", "null", '"$rethought"', '"Map"', '"shared"', '"ref"', '"__proto__"', '"value"', '{"toString":1}', "A"];
  let [read, refused] = [0, 0];
  for (let nth = 0; nth < 200; nth++) {
    const text = writeSnapshot(captureSnapshot(tied(draw, stateOf(draw))));
    for (let round = 0; round < 50; round++) {
      const at = draw.below(text.length);
      // Every other damage changes a whole value or name, so that most results are still JSON.
      const whole = round % 2 ? text.replace(/"(?:[^"\\]|\\.)*"|-?\d+/g, (found, place) => (place >= at && place < at + 40 ? draw.pick(pieces) : found)) : undefined;
      const damaged = whole ?? text.slice(0, at) + draw.pick(["", ...pieces]) + text.slice(at + draw.below(3));
      try {
        const snapshot = readSnapshot(damaged);
        writeSnapshot(snapshot);
        restoreSnapshot(snapshot);
        read += 1;
      } catch (error) {
        assert.match(String(error.code), /^E_(INPUT|JSON_)/, `${error.stack}\n${damaged}`);
        refused += 1;
      }
    }
  }
  assert.equal({}.polluted, undefined);
  assert.ok(read > 500 && refused > 1000, `${read} read, ${refused} refused`);
});

test("what only says that it is built in is copied by its members", () => {
  const claims = (kind) => new (class {
    own = 1;
    get [Symbol.toStringTag]() {
      return kind;
    }
  })();
  const kinds = ["Map", "Set", "Date", "RegExp", "Error", "Number", "String", "Boolean", "BigInt", "ArrayBuffer", "Uint8Array", "Promise", "Acme"];
  const { state, stripped } = captureSnapshot({ messages: [], made: kinds.map(claims) });
  assert.deepStrictEqual(stripped, []);
  assert.deepStrictEqual(state.made, kinds.map(() => ({ own: 1 })));
});

test("depth costs no stack: 20,000 levels go to text, and into a copy and back", () => {
  let deep = {};
  for (let level = 0; level < 20_000; level++) deep = level % 2 ? { deep } : [deep];
  const snapshot = captureSnapshot({ messages: [], deep });
  const text = writeSnapshot(snapshot);
  assert.equal(writeSnapshot(readSnapshot(text)), text);
  restoreSnapshot(snapshot);
});

test("it takes time in proportion: ten times the state, at most twenty times the time", () => {
  const sized = (count) => ({ messages: Array.from({ length: count }, (_, nth) => ({ role: "user", content: `m${nth}`, parts: [{ a: nth }] })) });
  const timed = (state) => {
    let best = Infinity;
    for (let round = 0; round < 5; round++) {
      const start = performance.now();
      readSnapshot(writeSnapshot(captureSnapshot(state)));
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  const [small, large] = [sized(3000), sized(30_000)].map(timed);
  assert.ok(large < small * 20, `${small.toFixed(1)} ms and ${large.toFixed(1)} ms`);
});

test("a callback in a snapshot made by hand is left out of its text and reported, and a state keeps it", () => {
  const fn = () => 1;
  const snapshot = { state: { messages: [], fn }, metadata: { createdAt: "c" } };
  assert.deepStrictEqual(readSnapshot(writeSnapshot(snapshot)).stripped, [{ path: "/state/fn", kind: "function" }]);
  assert.equal(restoreSnapshot(snapshot).fn, fn);
});

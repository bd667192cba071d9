// A ledger and the death of its instance: no call that dies in any way loses a record.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Ledger } from "rethought";
import { scan } from "rethought/json";
import * as glue from "./node_modules/rethought/wasm/glue.js";
import { guarded } from "./node_modules/rethought/wasm/recover.js";

const KINDS = ["panic", "stack", "depth", "memory"];
const TARGET = { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-5" };
const TIME = 1_790_000_000_123;
const die = guarded(glue.__trap);
const lost = { code: "E_INTERNAL" };

/** When armed, the instance dies at a call into it: before the call, or after its work and before the answer. */
const fault = { left: 0, late: false, kind: "panic", met: false };
const Plain = WebAssembly.Instance;
// The package starts at its first call, which is further down. From then on every instance is one of these.
WebAssembly.Instance = function (...given) {
  const exports = { ...new Plain(...given).exports };
  for (const [name, call] of Object.entries(exports)) {
    // The glue frees memory after the answer; that call has nothing to lose.
    if (typeof call === "function" && name !== "__wbindgen_free") exports[name] = (...args) => faulty(call, args);
  }
  return { exports };
};

function faulty(call, args) {
  if (!fault.left || --fault.left) return call(...args);
  fault.met = true;
  if (fault.late) call(...args);
  glue.__trap(fault.kind);
}

/** Runs work in which the nth call into the instance dies. Returns whether there were that many calls. */
function dying(nth, late, kind, work) {
  Object.assign(fault, { left: nth, late, kind, met: false });
  try {
    assert.throws(work, (error) => fault.met && error.code === "E_INTERNAL");
    return true;
  } catch (error) {
    if (fault.met) throw error;
    return false;
  } finally {
    fault.left = 0;
  }
}

/** Returns the exchanges of a conversation, and the request that follows them. */
function conversation(turns, name = "a") {
  const messages = [{ role: "user", content: `Begin ${name}.` }];
  const exchanges = Array.from({ length: turns }, (_, nth) => {
    const request = body(messages);
    const content = [
      { type: "thinking", thinking: `The plan of ${name} is to look, ${nth}.`, signature: Buffer.from(`seal ${name} ${nth}`).toString("base64") },
      { type: "tool_use", id: `toolu_${name}_${nth}`, name: "look", input: {} },
    ];
    messages.push({ role: "assistant", content }, { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${name}_${nth}`, content: "line" }] });
    const response = JSON.stringify({ id: `msg_${name}_${nth}`, type: "message", role: "assistant", model: TARGET.model, content, stop_reason: "tool_use" });
    return { request, response, target: TARGET, time: TIME + nth };
  });
  const spoilt = structuredClone(messages);
  spoilt[1].content[0].thinking = "Edited.";
  return { exchanges, next: body(messages), spoilt: body(spoilt), thoughts: messages.filter(({ role }) => role === "assistant").map(({ content }) => content[0]) };
}

const TOOLS = [{ name: "look", input_schema: { type: "object" } }];
const body = (messages) => JSON.stringify({ model: TARGET.model, max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 2000 }, tools: TOOLS, messages });

function recorded({ exchanges }, form) {
  const ledger = new Ledger({ form });
  for (const exchange of exchanges) assert.equal(ledger.record(exchange), true);
  return ledger;
}

/** Checks that a ledger still has all its functions. */
function whole(ledger, { exchanges, next, spoilt, thoughts }, text) {
  assert.equal(ledger.text(), text);
  assert.equal(ledger.length, exchanges.length);
  assert.equal(ledger.record(exchanges[0]), false, "it is known");
  assert.equal(ledger.audit(next).verdict, "accepted");
  const seen = ledger.audit(spoilt, TARGET);
  assert.notDeepEqual(seen.findings, []);
  const mended = ledger.repair(spoilt, TARGET);
  assert.equal(mended.request === next, ledger.form === "full", "only what is kept can be put back");
  assert.deepEqual(ledger.follow(spoilt).map(({ fate }) => fate), exchanges.flatMap((_, nth) => [nth ? "equal" : "changed", "equal"]));
  thoughts.forEach((thought, nth) => {
    const part = ledger.restore(`/responses/${nth}/parts/0`);
    assert.deepEqual(part && JSON.parse(part), ledger.form === "full" ? thought : undefined);
  });
  assert.equal(Ledger.fromJSON(text).text(), text);
  assert.equal(ledger.text(), text);
}

test("a ledger survives every kind of death in another call", () => {
  const said = conversation(4);
  for (const form of ["full", "digests"]) {
    const ledger = recorded(said, form);
    const text = ledger.text();
    assert.equal(/The plan/.test(text), form === "full");
    for (const kind of KINDS) {
      for (let round = 0; round < 2; round++) {
        assert.throws(() => die(kind), lost);
        assert.equal(ledger.text(), text, "read from what is left of the instance");
        assert.deepEqual(ledger.toJSON(), JSON.parse(text));
      }
      whole(ledger, said, text);
    }
  }
});

test("a ledger survives a death at any call into the instance that its own work makes", () => {
  const said = conversation(3);
  const more = conversation(4).exchanges[3];
  const works = {
    record: (ledger) => ledger.record(more),
    audit: (ledger) => ledger.audit(said.next, TARGET),
    repair: (ledger) => ledger.repair(said.spoilt, TARGET),
    follow: (ledger) => ledger.follow(said.spoilt, TARGET),
    canRewrite: (ledger) => ledger.canRewrite(said.next, { from: 1, to: 3 }, TARGET),
    digestsOnly: (ledger) => ledger.digestsOnly(),
    fromJSON: (ledger) => Ledger.fromJSON(ledger.text()),
  };
  let deaths = 0;
  for (const form of ["full", "digests"]) {
    const ledger = recorded(said, form);
    const [text, file] = [ledger.text(), ledger.unsaved()];
    for (const [name, work] of Object.entries(works)) {
      // Once in an instance that has the ledger, and once in a fresh one, where it is first opened again.
      for (const gone of [false, true]) {
        for (const late of [false, true]) {
          for (let nth = 1; ; nth++) {
            const subject = Ledger.fromJSON(file);
            if (gone) assert.throws(() => die("panic"), lost);
            const died = dying(nth, late, KINDS[nth % 2], () => work(subject));
            if (!died) break;
            deaths++;
            assert.equal(subject.text(), text, `${name}: call ${nth}, ${late ? "late" : "early"}`);
            assert.equal(subject.length, 3);
            assert.equal(subject.unsaved(), "");
            assert.equal(subject.audit(said.next, TARGET).verdict, "accepted");
            if (name !== "record") continue;
            assert.equal(subject.record(more), true, "what was interrupted can be done again");
            assert.equal(subject.length, 4);
            assert.equal(subject.unsaved().split("\n").length, 2);
          }
        }
      }
    }
    whole(ledger, said, text);
  }
  assert.ok(deaths > 200, `${deaths}`);
});

test("a ledger survives where there is no memory left for its own work", () => {
  const said = conversation(3);
  for (const form of ["full", "digests"]) {
    const ledger = recorded(said, form);
    const text = ledger.text();
    const large = { ...said.exchanges[0], response: said.exchanges[0].response.replace("The plan", "x".repeat(1 << 25)) };
    for (const work of [() => ledger.record(large), () => ledger.audit(large.response, TARGET), () => ledger.repair(large.response, TARGET)]) {
      // In a fresh instance, where no freed number can be used again.
      assert.throws(() => die("panic"), lost);
      assert.equal(ledger.audit(said.next, TARGET).verdict, "accepted");
      const memory = glue.wasmMemory();
      const pages = () => memory.buffer.byteLength / 65536;
      for (let size = 32768; size >= 1; size = Math.floor(size / 2)) while (grown(memory, size));
      assert.ok(pages() > 16384);
      assert.throws(work, lost);
      assert.equal(ledger.text(), text);
      assert.ok(glue.wasmMemory().buffer.byteLength < 2 ** 26, "the memory is given back");
    }
    whole(ledger, said, text);
    assert.equal(ledger.record(large), true);
  }
});

function grown(memory, size) {
  try {
    return memory.grow(size) >= 0;
  } catch {
    return false;
  }
}

test("a ledger that is longer than a body may be survives, and is read again", () => {
  const said = conversation(3);
  const ledger = new Ledger();
  const sealed = (nth) => said.exchanges[nth].response.replace("The plan", `${nth}`.repeat(25 << 20));
  for (const nth of [0, 1, 2]) ledger.record({ ...said.exchanges[nth], response: sealed(nth) });
  const text = ledger.text();
  assert.ok(text.length > 64 << 20);
  assert.throws(() => die("panic"), lost);
  assert.equal(ledger.record({ ...said.exchanges[0], response: sealed(0) }), false);
  assert.ok(ledger.text() === text);
  for (const kept of [text, ledger.unsaved()]) {
    const again = Ledger.fromJSON(kept);
    assert.deepEqual([again.length, again.torn], [3, 0]);
    assert.ok(again.text() === text);
  }
  // A ledger refuses an answer that it could not read again: with every quote escaped twice this is longer than a body.
  const quotes = said.exchanges[0].response.replace("The plan", '\\"'.repeat(20 << 20));
  assert.throws(() => ledger.record({ ...said.exchanges[0], response: quotes }), { code: "E_JSON_SIZE" });
  assert.equal(ledger.length, 3);
  assert.ok(ledger.text() === text);
  // On one line it cannot be read, and that is an error: it does not count as empty.
  assert.throws(() => Ledger.fromJSON(JSON.stringify(ledger)), { code: "E_JSON_SIZE" });
});

test("where the caller's own stack ends, a record is made wholly or not at all", () => {
  const said = conversation(3);
  const ledger = recorded({ exchanges: [] });
  let failed = 0;
  for (const [nth, exchange] of said.exchanges.entries()) {
    let done = false;
    const dive = () => {
      try { dive(); } catch {}
      if (done) return;
      try {
        ledger.record(exchange);
        done = true;
      } catch {
        failed++;
      }
    };
    dive();
    assert.equal(ledger.length, nth + 1);
  }
  assert.ok(failed > 0);
  whole(ledger, said, recorded(said).text());
});

test("many ledgers survive at once, and each is its own", () => {
  const all = Array.from({ length: 40 }, (_, nth) => conversation(1 + (nth % 4), `n${nth}`));
  const ledgers = all.map((said, nth) => recorded(said, nth % 3 ? "full" : "digests"));
  const texts = ledgers.map((ledger) => ledger.text());
  for (const [round, kind] of [...KINDS, "panic"].entries()) {
    assert.throws(() => die(kind), lost);
    // Some are used now and are in the new instance; some stay in one that is lost for longer.
    ledgers.forEach((ledger, nth) => nth % 5 <= round && assert.equal(ledger.audit(all[nth].next, TARGET).verdict, "accepted"));
  }
  assert.deepEqual(ledgers.map((ledger) => ledger.text()), texts);
  ledgers.forEach((ledger, nth) => whole(ledger, all[nth], texts[nth]));
});

test("a text that is not a ledger takes nothing from those that are", async () => {
  const gc = collector();
  const said = conversation(2);
  for (let round = 0; round < 20; round++) assert.throws(() => Ledger.fromJSON("no ledger"), { code: "E_INPUT" });
  // They get the free numbers. When the failed ones are collected, these must not be freed a second time.
  const ledgers = Array.from({ length: 40 }, () => recorded(said));
  for (let round = 0; round < 10; round++) await gc();
  for (const ledger of ledgers) assert.equal(ledger.audit(said.next).verdict, "accepted");
});

test("a ledger that nobody holds gives its place back", async () => {
  const gc = collector();
  /** Returns the number of open ledgers: free numbers are used first. */
  const open = () => {
    const numbers = Array.from({ length: 1000 }, () => glue.ledgerOpen(new Uint8Array(0), "full", new Uint8Array(0), 7n)[0]);
    numbers.forEach((number) => glue.ledgerDrop(number));
    return Math.max(...numbers) + 1 - numbers.length;
  };
  scan("[]");
  for (let round = 0; round < 20; round++) await gc();
  const said = conversation(1);
  const kept = recorded(said);
  const before = open();
  (() => Array.from({ length: 300 }, () => new Ledger()).map((ledger) => ledger.digestsOnly()))();
  (() => Array.from({ length: 100 }, () => Ledger.fromJSON(kept.text())))();
  assert.equal(open(), before + 700);
  for (let round = 0; round < 100 && open() > before; round++) await gc();
  assert.ok(open() <= before, `${open()} from ${before}`);
  // A ledger that is collected after the death of its instance must not close one of the next.
  (() => Array.from({ length: 50 }, () => new Ledger()))();
  assert.throws(() => die("panic"), lost);
  const next = Array.from({ length: 50 }, () => recorded(said));
  for (let round = 0; round < 20; round++) await gc();
  for (const ledger of [kept, ...next]) assert.equal(ledger.audit(said.next).verdict, "accepted");
});

/** Collects garbage, and waits for the finalizers. */
function collector() {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  return () => {
    gc();
    return new Promise((resolve) => setTimeout(resolve, 5));
  };
}

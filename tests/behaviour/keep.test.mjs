// What a ledger restores that keeps handles and no texts, and that its store has no text.
import assert from "node:assert/strict";
import test from "node:test";
import { Ledger, memoryStore } from "rethought";
import { guard } from "rethought/guard";

const target = "anthropic-messages";
const handle = btoa("a long signature ".repeat(20));
const thought = { type: "thinking", thinking: "Ada asks the tool about Oslo.", signature: handle };
const redacted = { type: "redacted_thinking", data: btoa("sealed reasoning ".repeat(20)) };
const call = { type: "tool_use", id: "toolu_01A09q90qw90lq917835lq9", name: "weather", input: { city: "Oslo" } };
const request = { model: "claude-sonnet-4-5", max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 1024 }, tools: [{ name: "weather", input_schema: { type: "object" } }], messages: [{ role: "user", content: "How warm is it?" }] };
const response = { id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [thought, redacted, call], stop_reason: "tool_use" };
const nextOf = (content) => JSON.stringify({ ...request, messages: [...request.messages, { role: "assistant", content }, { role: "user", content: [{ type: "tool_result", tool_use_id: call.id, content: "4" }] }] });
const whole = nextOf([thought, redacted, call]);

/** A store that keeps all values in sight. */
function openStore() {
  const values = new Map();
  return { values, getMany: async (keys) => keys.map((key) => values.get(key)), setMany: async (entries) => entries.forEach(([key, value]) => values.has(key) || values.set(key, value)) };
}

async function opened(keep) {
  const store = openStore();
  const ledger = await Ledger.open(store, { keep });
  assert.equal(await ledger.record({ request, response, target }), true);
  return { ledger, text: JSON.stringify([...store.values]) };
}

const cases = {
  "a changed signature": [nextOf([{ ...thought, signature: `${handle.slice(0, -8)}AAAAAAA=` }, redacted, call]), true],
  "a signature cut in half": [nextOf([{ ...thought, signature: handle.slice(0, 200) }, redacted, call]), true],
  "a changed ciphertext": [nextOf([thought, { ...redacted, data: `${redacted.data.slice(0, -8)}AAAAAAA=` }, call]), true],
  // The message is rebuilt from all its thoughts, and the text of one is not kept.
  "a dropped block beside a thought with a text": [nextOf([thought, call]), false],
  "a changed text": [nextOf([{ ...thought, thinking: "Ada asks." }, redacted, call]), false],
};

for (const [name, [damaged, isRestored]] of Object.entries(cases)) {
  test(`handles without texts - ${name}: ${isRestored ? "restored" : "reported, not restored"}`, async () => {
    const { ledger } = await opened("handles");
    const report = await ledger.audit(damaged, target);
    assert.notEqual(report.findings.length, 0, "it is reported");
    assert.equal((await ledger.audit(whole, target)).findings.filter(({ rule }) => report.findings.some((one) => one.rule === rule)).length, 0, "the original is not");
    const full = await opened("full");
    assert.equal((await full.ledger.repair(damaged, target)).request, whole, "a full ledger restores it");
    assert.equal((await ledger.repair(damaged, target)).request === whole, isRestored);
  });
}

test("handles without texts - a dropped item without a readable text: restored", async () => {
  const reasoning = { id: "rs_0b7d4e19c2a86f05", type: "reasoning", summary: [], encrypted_content: `gAAAAA${btoa("sealed reasoning ".repeat(20)).replaceAll("=", "")}` };
  const looked = { id: "fc_0b7d4e19c2a86f06", type: "function_call", status: "completed", call_id: "call_hT5wQz90KmXr2LbN", name: "weather", arguments: '{"city":"Oslo"}' };
  const asked = { model: "gpt-5", store: false, include: ["reasoning.encrypted_content"], input: [{ role: "user", content: "How warm is it?" }] };
  const next = (items) => JSON.stringify({ ...asked, input: [...asked.input, ...items, { type: "function_call_output", call_id: looked.call_id, output: "4" }] });
  const store = openStore();
  const ledger = await Ledger.open(store, { keep: "handles" });
  await ledger.record({ request: asked, response: { id: "resp_1", object: "response", model: "gpt-5", status: "completed", output: [reasoning, looked] }, target: "openai-responses" });
  assert.equal((await ledger.repair(next([looked]), "openai-responses")).request, next([reasoning, looked]));
  assert.ok(!JSON.stringify([...store.values]).includes("Oslo"));
});

test("a store of handles has no readable text, and one of digests no handle", async () => {
  const [full, handles, digests] = await Promise.all(["full", "handles", "digests"].map(opened));
  for (const [word, kept] of [["Ada asks", [true, false, false]], ["Oslo", [true, false, false]], [handle, [true, true, false]], [redacted.data, [true, true, false]]])
    assert.deepEqual([full, handles, digests].map(({ text }) => text.includes(word)), kept, word.slice(0, 20));
  assert.equal(handles.ledger.form, "handles");
});

test("a ledger in memory reduces what it reads, and says its form again", () => {
  const ledger = new Ledger({ form: "handles" });
  ledger.record({ request, response, target });
  assert.ok(!ledger.text().includes("Ada asks"));
  assert.equal(Ledger.fromJSON(ledger.text()).form, "handles");
  const all = new Ledger();
  all.record({ request, response, target });
  assert.equal(Ledger.fromJSON(all.text(), { form: "handles" }).text(), ledger.text().replace(/"time":\d+/, /"time":\d+/.exec(Ledger.fromJSON(all.text(), { form: "handles" }).text())[0]).replace(/"sum":"[^"]+"/, /"sum":"[^"]+"/.exec(Ledger.fromJSON(all.text(), { form: "handles" }).text())[0]));
});

test("a guard keeps no text, with and without a name, and refuses what keep is not", async () => {
  const sent = [];
  for (const conversation of [undefined, "user-7"]) {
    const fetch = guard(async (_, { body }) => (sent.push(body), new Response(JSON.stringify(response))), { mode: "repair", keep: "handles", conversation });
    const post = async (body) => (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body })).text();
    await post(JSON.stringify(request));
    await post(cases["a changed signature"][0]);
    assert.equal(sent.at(-1), whole);
  }
  assert.throws(() => guard(undefined, { keep: "texts" }), { code: "E_INPUT", pointer: "/keep" });
  assert.throws(() => guard(undefined, { encryptWith: new Uint8Array(32) }), { code: "E_INPUT", pointer: "/encryptWith" });
  assert.throws(() => guard(undefined, { retention: { days: 1 }, store: openStore() }), { code: "E_INPUT", pointer: "/retention" });
});

test("a program without the key of an encrypted store makes its calls, and records and deletes nothing there", async () => {
  const [store, encryptWith, errors] = [memoryStore(), new Uint8Array(32).fill(7), []];
  const post = async (options) => {
    const fetch = guard(async () => new Response(JSON.stringify(response)), { store, conversation: "Cy", onError: (error) => errors.push(error), ...options });
    assert.equal(await (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: JSON.stringify(request) })).text(), JSON.stringify(response));
    await fetch.settled();
  };
  const listed = async () => {
    const all = [];
    for await (const entries of store.entries()) all.push(...entries);
    return JSON.stringify(all);
  };
  await post({ encryptWith });
  assert.equal(errors.length, 0);
  const before = await listed();
  await post({});
  assert.match(errors[0].message, /the store is encrypted, and no key was given\. Set the option encryptWith/);
  assert.equal(await listed(), before);
  const plain = await Ledger.open(store);
  await assert.rejects(plain.forget({ conversation: "Cy" }), { code: "E_STORE", message: /encryptWith/ });
  const ledger = await Ledger.open(store, { encryptWith });
  assert.equal(await ledger.forget({ conversation: "Cy" }), 1);
});

test("forget finds exactly the conversation and the account of a name, whatever letters it has", async () => {
  for (const encryptWith of [undefined, new Uint8Array(32).fill(7)]) {
    const store = memoryStore();
    const names = ["a\nb", "a", "x\0y", "\ud800", "\ud801", '"quoted"', "line\r\nfeed", "__proto__"];
    for (const [nth, name] of names.entries()) {
      const fetch = guard(async () => new Response(JSON.stringify({ ...response, id: `msg_${nth}` })), { store, conversation: name, account: `${name} of ${nth}`, ...(encryptWith ? { encryptWith } : {}) });
      await (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: JSON.stringify(request) })).text();
      await fetch.settled();
    }
    const ledger = await Ledger.open(store, encryptWith ? { encryptWith } : {});
    for (const [nth, name] of names.entries()) {
      const what = nth % 2 ? { conversation: name } : { account: `${name} of ${nth}` };
      assert.deepEqual([await ledger.forget(what), await ledger.forget(what)], [1, 0], JSON.stringify(what));
    }
  }
});

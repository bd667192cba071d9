// Stores whose values differ from the written ones: a value that the core refuses is an error, and every call ends.
import assert from "node:assert/strict";
import test from "node:test";
import { moduleOf } from "../../../../scripts/load-package.mjs";

const { Ledger, memoryStore } = await moduleOf("start/node.js");
const target = "anthropic-messages";
const call = '{"type":"tool_use","id":"toolu_1","name":"weather","input":{"city":"Oslo"}}';
const thought = '{"type":"thinking","thinking":"Ask the tool.","signature":"EqQBCg=="}';
const request = '{"model":"claude-sonnet-4-5","max_tokens":4096,"messages":[{"role":"user","content":"How warm is it?"}]}';
const response = `{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[${thought},${call}],"stop_reason":"tool_use"}`;
const next = `${request.slice(0, -2)},{"role":"assistant","content":[${thought},${call}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"4"}]}]}`;
/** More reads than a ledger can make here. */
const MANY_READS = 2000;

let count = 0;
const name = () => (++count).toString(16).padStart(64, "0");

/** Returns a store that counts its reads, and fails the check if they do not end. */
function counting(getMany, setMany = async () => {}) {
  let reads = 0;
  const store = { getMany: async (keys) => (assert.ok(++reads < MANY_READS, "the reads do not end"), getMany(keys)), setMany };
  return store;
}

async function changingReads() {
  const isFirst = (key) => key.startsWith("key-") && key.endsWith("-0");
  let isThere = false;
  // A name is under every key, and then it is missing.
  const store = counting((keys) => {
    if (keys.some(isFirst)) isThere = !isThere;
    return keys.map((key) => (isFirst(key) && isThere ? "a".repeat(64) : undefined));
  });
  const ledger = await Ledger.open(store);
  for (const ask of ["audit", "repair", "follow", "conversation"]) await assert.rejects(ledger[ask](next, target), { code: "E_STORE" }, ask);
}

async function lostPlaces() {
  let isRead = false;
  // There is nothing before a write, and another writer's name after it.
  const store = counting(
    (keys) => keys.map((key) => (key.startsWith("line-") || !isRead ? undefined : name())),
    async () => void (isRead = true),
  );
  const unread = { ...store, getMany: async (keys) => store.getMany(keys).finally(() => (isRead = false)) };
  const ledger = await Ledger.open(unread);
  await assert.rejects(ledger.record({ request, response, target }), { code: "E_STORE" });
}

async function alteredLines() {
  const inner = memoryStore();
  const written = await Ledger.open(inner);
  await written.record({ request, response, target });
  const [{ from }] = await written.follow(next, target);
  const [, key] = /^\/lines\/([0-9a-f]{64})/.exec(from);
  const [line] = await inner.getMany([`line-${key}`]);
  const through = async (text) => (await Ledger.open({ getMany: async (keys) => keys.map((one) => (one.startsWith("line-") ? text : undefined)), setMany: async () => {} })).restore(from);
  assert.equal(await through(line), thought);
  assert.equal(await through(undefined), undefined);
  const [opening, own] = line.split("\n");
  const other = await otherLine();
  const altered = ["", "{}", "null", own, opening, `${opening}\n`, `${opening}\n{}`, `${opening}\n${own.slice(0, -1)}`, `${line}\n${own}`, other, `${opening}\n{"parts":[{"raw":"made up"}]}`];
  for (const text of altered) await assert.rejects(through(text), { code: "E_STORE" }, text.slice(0, 80));
}

/** Returns a whole line of another answer. */
async function otherLine() {
  const inner = memoryStore();
  const ledger = await Ledger.open(inner);
  const own = response.replace("Ask the tool.", "Ask nobody.");
  await ledger.record({ request, response: own, target });
  const [{ line }] = await ledger.follow(next.replace("Ask the tool.", "Ask nobody."), target);
  return (await inner.getMany([`line-${line}`]))[0];
}

test("a store whose reads change each time is an error after some rounds", changingReads);
test("a store that gives each place to another writer is an error after some rounds", lostPlaces);
test("a line that is not what was written is never given by restore", alteredLines);

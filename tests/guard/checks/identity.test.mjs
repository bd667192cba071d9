// The owner of a call: the account, the conversation and the credential are in the target, and the key is nowhere.
import { equal, ok } from "node:assert/strict";
import { createHmac } from "node:crypto";
import test from "node:test";
import { front, guards } from "../drive.mjs";
import { bodiesOf, MESSAGES, noted } from "../provider.mjs";

const { request, response } = bodiesOf();
const KEY = "sk-ant-api03-very-secret-key";
const DIGEST = createHmac("sha256", KEY).update("rethought credential").digest("hex");

/** Sends a call through a guard whose ledger notes the target of the audit and of the record. */
async function targetOf(url, headers, options = {}, init = {}) {
  const targets = [];
  const inner = new front.Ledger();
  const ledger = { audit: (...args) => (targets.push(args[1]), inner.audit(...args)), repair: (...args) => inner.repair(...args), record: (...args) => inner.record(...args) };
  const { told, hooks } = noted();
  const guarded = guards.guard(async () => new Response(response), { ledger, ...hooks, ...options });
  await (await guarded(url, { method: "POST", headers, body: request, ...init })).text();
  await guarded.settled();
  return { target: targets[0], told, kept: inner.text() };
}

test("the credential of a call is HMAC-SHA256 under its key, in whatever form the headers are", async () => {
  const forms = [{ "X-Api-Key": KEY }, [["x-api-key", KEY]], new Headers({ "x-api-key": KEY }), { authorization: `Bearer ${KEY}` }, { "api-key": KEY }, { "x-goog-api-key": KEY }];
  for (const headers of forms) equal((await targetOf(MESSAGES, headers)).target.credential, DIGEST, JSON.stringify(headers));
  equal((await targetOf(`${MESSAGES}?key=${KEY}`, {})).target.credential, DIGEST, "in the address");
  equal((await targetOf(MESSAGES, {})).target.credential, undefined, "without a key");
  equal((await targetOf(MESSAGES, { authorization: ["Bearer", "sk-ant-oat01-abc"].join(" ") })).target.credential, "api.anthropic.com", "a short-lived token");
  equal((await targetOf(MESSAGES, { "x-api-key": KEY }, { target: { wire: "anthropic-messages", credential: "own" } })).target.credential, "own", "what the caller says of it");
});

test("the key is in no target, no hook and no line", async () => {
  const { target, told, kept } = await targetOf(`${MESSAGES}?key=${KEY}`, { "x-api-key": KEY, authorization: `Bearer ${KEY}` });
  for (const [where, text] of Object.entries({ target: JSON.stringify(target), told: JSON.stringify(told), kept })) ok(!text.includes("very-secret"), where);
  equal(told.report.length, 1, "reports");
});

test("the account and the conversation of a call go into its target", async () => {
  const byHeader = (name) => (url, headers) => headers.get(name) ?? undefined;
  const { target } = await targetOf(MESSAGES, { "x-pool": "blue" }, { account: byHeader("x-pool") });
  equal(target.account, "blue", "by a function");
  equal((await targetOf(MESSAGES, {}, { account: "red" })).target.account, "red", "by a name");
  equal((await targetOf(MESSAGES, {}, { account: byHeader("x-pool") })).target.account, undefined, "a function that gives none");
  const { told, hooks } = noted();
  const guarded = guards.guard(async () => new Response(response), { ...hooks, account: () => { throw new Error("no pool"); } });
  await (await guarded(MESSAGES, { method: "POST", body: request })).text();
  await guarded.settled();
  equal(`${told.report.length} ${told.error.length}`, "0 1", "a function that fails leaves the call unguarded");
  const store = front.memoryStore();
  const named = guards.guard(async () => new Response(response), { store, conversation: "user-7" });
  await (await named(MESSAGES, { method: "POST", body: request })).text();
  await named.settled();
  ok(await (await front.Ledger.open(guards.conversationStore(store, "user-7"))).conversation(bodiesOf().next, "anthropic-messages"), "recorded under its name");
});

test("an account that is not a name is refused", async () => {
  for (const account of ["", 7, {}])
    try {
      guards.guard(undefined, { account });
      throw new Error(`${JSON.stringify(account)} was taken`);
    } catch (error) {
      equal(`${error.code} ${error.pointer}`, "E_INPUT /account", JSON.stringify(account));
    }
});

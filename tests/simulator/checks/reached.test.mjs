// Every damage applies somewhere, every refusal is caused by some damage, and harmless damages are accepted.
import { ok } from "node:assert/strict";
import test from "node:test";
import { converse, KINDS } from "../converse.mjs";
import { World } from "../crowd/world.mjs";
import { damaged, damagesOf, OWN } from "../damage.mjs";
import { LITERALS } from "../literals/all.mjs";
import { reached } from "../verdict.mjs";

const TRIES = 60;
// A damage that did not apply this often will not apply to this vendor.
const PATIENCE = 5;
const WANTED = (kind) => (["anthropic", "responses", "gemini", "bedrock", "openrouter", "chat:deepseek"].includes(kind) ? 8 : 3);

/** The outcomes of each pair of vendor and damage, for the coverage table. */
export const outcomes = new Map();

function tryAll(kind) {
  for (const name of Object.keys(damagesOf(kind))) {
    const seen = { applied: 0, refused: new Map(), lost: new Map() };
    for (let seed = 0; seed < TRIES && seen.applied < WANTED(kind) && (seen.applied || seed < PATIENCE || OWN[kind]?.[name]); seed++) {
      const conversation = damaged(kind, 1000 + seed * 13, name);
      if (!conversation) continue;
      seen.applied++;
      const { refusal, lost } = conversation.steps.at(-1);
      if (refusal) seen.refused.set(refusal.rule, refusal.status);
      for (const { rule } of lost) seen.lost.set(rule, true);
    }
    outcomes.set(`${kind} × ${name}`, seen);
  }
}

for (const kind of KINDS) {
  test(`${kind}: its damages are tried`, (t) => {
    tryAll(kind);
    const all = Object.keys(damagesOf(kind));
    const fit = all.filter((name) => outcomes.get(`${kind} × ${name}`).applied);
    ok(fit.length > 5, `only ${fit.join(", ")} fitted`);
    t.diagnostic(`${fit.length} of ${all.length} fit, ${fit.filter((name) => outcomes.get(`${kind} × ${name}`).refused.size).length} are refused at least once`);
  });
}

test("every damage fits some vendor", (t) => {
  const names = new Set(KINDS.flatMap((kind) => Object.keys(damagesOf(kind))));
  const idle = [...names].filter((name) => !KINDS.some((kind) => outcomes.get(`${kind} × ${name}`)?.applied));
  ok(!idle.length, `never applied: ${idle.join(", ")}`);
  t.diagnostic(`${names.size} damages`);
});

test("other key order and other numbers are taken by all", () => {
  for (const kind of KINDS) for (const name of ["sort the keys", "write numbers as JavaScript does"]) ok(!outcomes.get(`${kind} × ${name}`).refused.size, `${kind} refused ${name}`);
});

test("every literal is answered by some damage", (t) => {
  // A rare one takes thousands of conversations, which only the dumps have.
  const unsaid = () => Object.keys(LITERALS).filter((name) => !LITERALS[name].rare && !reached.has(name));
  for (let seed = 0; seed < 300 && unsaid().length; seed++) for (const kind of [...Object.keys(OWN), "chat:deepseek"]) damaged(kind, seed);
  // Some damages are tried only in worlds.
  for (let number = 0; number < 12 && unsaid().length; number++) new World(number).live();
  const missing = unsaid();
  ok(!missing.length, `never answered: ${missing.join(", ")}`);
  t.diagnostic(`${reached.size} literals`);
});

test("a refusal names a status, a rule and a text, and loses nothing", (t) => {
  let refused = 0;
  for (let seed = 0; seed < 300; seed++) {
    const kind = KINDS[seed % KINDS.length];
    const step = damaged(kind, seed)?.steps.at(-1);
    if (!step?.refusal) continue;
    refused++;
    const { status, rule, message } = step.refusal;
    ok(status >= 400 && rule && message && !step.lost.length, `${kind} ${seed}`);
    const sent = (step.responseText ?? step.stream).replaceAll("\\", "");
    ok(sent.includes(message.replaceAll("\\", "").slice(0, 60)), `${kind} ${seed}: the text is not in the body: ${message}`);
    ok(step.status === status || step.stream, `${kind} ${seed}: status`);
  }
  t.diagnostic(`${refused} refusals`);
});

test("a loss points at something that is there", (t) => {
  let count = 0;
  for (let seed = 0; seed < 300; seed++) {
    const step = damaged(KINDS[seed % KINDS.length], seed)?.steps.at(-1);
    for (const { rule, where } of step?.lost ?? []) {
      const found = where.split("/").filter(Boolean).reduce((value, key) => value?.[key], JSON.parse(step.requestText));
      ok(found !== undefined, `${rule} at ${where}`);
      count++;
    }
  }
  t.diagnostic(`${count} losses`);
});

test("a damaged request leaves the conversation it came from alone", () => {
  for (const kind of KINDS.filter((one) => OWN[one])) {
    const { talk } = converse(kind, 3);
    const before = JSON.stringify(talk.body);
    for (const name of Object.keys(damagesOf(kind))) damaged(kind, 3, name);
    ok(JSON.stringify(converse(kind, 3).talk.body) === before, kind);
  }
});

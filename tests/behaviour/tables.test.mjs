// The tables as data: their schema, the check, newer ones at run time, and the handling of an unknown model.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { audit, Ledger, render, repair } from "rethought";
import { InputError } from "rethought/errors";
import { checkTables, tables, tablesAge, tablesSchema } from "rethought/tables";
import { randomOf } from "./random.mjs";

const require = createRequire(import.meta.url);
const Ajv = require("ajv/dist/2020").default;
const cli = fileURLToPath(new URL("../cli/index.js", import.meta.resolve("rethought")));
const TODAY = { today: "2026-12-01" };
const prefilled = (model) => ({ model, max_tokens: 4096, messages: [{ role: "user", content: "Answer in JSON." }, { role: "assistant", content: "{" }] });

test("the shipped tables hold their schema, and every row is young", () => {
  const { problems, stale, rows } = checkTables(tables(), TODAY);
  assert.deepEqual([problems, stale], [[], []]);
  assert.ok(rows > 250, String(rows));
  assert.equal(JSON.stringify(tables()), JSON.stringify(require("rethought/tables.json")));
  assert.deepEqual(tablesSchema(), require("rethought/tables.schema.json"));
});

test("the check agrees with a validator of the whole language, on tables that are damaged at random", () => {
  const validate = new Ajv({ allErrors: false, strict: false }).compile(tablesSchema());
  const { names, models, hosts, ...head } = tables();
  let refused = 0;
  for (let seed = 1; seed <= 3000; seed++) {
    const { below, pick } = randomOf(seed);
    const few = (list) => list.filter(() => below(40) === 0);
    const made = structuredClone({ ...head, names: few(names), models: few(models), hosts: few(hosts) });
    damage(made, below, pick);
    const { problems } = checkTables(made, TODAY);
    assert.equal(problems.length === 0, validate(made), `seed ${seed}: ${JSON.stringify(problems[0])} ${JSON.stringify(validate.errors?.[0])}`);
    refused += problems.length > 0;
  }
  assert.ok(refused > 1000 && refused < 3000, String(refused));
});

test("a row that nobody has reviewed for a year is named, and no problem", () => {
  const old = tables();
  old.models[0] = { ...old.models[0], date: "2025-11-20" };
  const facts = old.hosts.findIndex(({ facts }) => facts?.length);
  old.hosts[facts].facts[0].date = "2024-01-01";
  const { problems, stale } = checkTables(old, TODAY);
  assert.deepEqual(problems, []);
  assert.deepEqual(stale.map(({ pointer, date }) => [pointer, date]), [["/models/0", "2025-11-20"], [`/hosts/${facts}/facts/0`, "2024-01-01"]]);
  assert.deepEqual(checkTables(old, { today: "2026-11-19" }).stale.length, 1);
});

test("a model that is not in the tables is judged as the nearest of its line, which is said, and nothing is certain", () => {
  const known = audit(prefilled("claude-opus-5-5"), "anthropic-messages");
  assert.deepEqual([known.verdict, known.model], ["rejected", { given: "claude-opus-5-5", standing: "known", name: "claude-opus-5-5" }]);
  const request = prefilled("anthropic/claude-opus-6.2");
  const report = audit(request, "anthropic-messages");
  assert.deepEqual([report.verdict, report.model], ["likely rejected", { given: "anthropic/claude-opus-6.2", standing: "nearest", name: "claude-opus-5-5" }]);
  assert.match(render(report, request), /^Unknown model anthropic\/claude-opus-6\.2; checked as claude-opus-5-5, so results are likely, not certain\.$/m);
  assert.doesNotMatch(render(known, request), /not in the tables/);
  assert.equal(audit(prefilled("claude-opus-5-5-20260930"), "anthropic-messages").model.standing, "variant");
  assert.deepEqual(audit(prefilled("acme-7"), "anthropic-messages").model, { given: "acme-7", standing: "unknown", name: "acme-7" });
  assert.equal(audit({ messages: [] }, "anthropic-messages").model, undefined);
});

test("a new model needs no release: one name and one row, at run time, in every call", () => {
  const newer = tables();
  const about = { source: "https://platform.claude.com/docs/en/about-claude/models", date: "2026-11-16" };
  newer.names.push({ model: "claude-sonata-6", ...about });
  newer.models.push({ if: "name^claude-sonata-6", set: { prefill: false }, ...about });
  assert.deepEqual(checkTables(newer, TODAY).problems, []);
  const request = prefilled("claude-sonata-6");
  assert.equal(audit(request, "anthropic-messages").verdict, "accepted");
  const options = { tables: newer };
  for (const report of [audit(request, "anthropic-messages", options), new Ledger().audit(request, "anthropic-messages", options)]) {
    assert.deepEqual([report.verdict, report.model.standing], ["rejected", "known"]);
  }
  assert.equal(repair(request, "anthropic-messages", { ...options, allow: ["unsafe"] }).report.verdict, "accepted");
  // A row of the caller comes after those of the tables.
  assert.equal(audit(request, "anthropic-messages", { ...options, models: [{ if: "name=claude-sonata-6", set: { prefill: true } }] }).verdict, "accepted");
  assert.equal(audit(request, "anthropic-messages").verdict, "accepted");
});

test("a new host is a row of the tables", () => {
  const newer = tables();
  newer.hosts.push({ ...newer.hosts.find(({ name }) => name === "deepseek"), name: "acme", domains: ["llm.acme.example"], host: "llm.acme.example" });
  const request = { model: "deepseek-v4-pro", tools: [{ type: "function", function: { name: "w" } }], messages: [{ role: "user", content: "x" }, { role: "assistant", content: "", tool_calls: [{ id: "a", type: "function", function: { name: "w", arguments: "{}" } }] }, { role: "tool", tool_call_id: "a", content: "1" }] };
  const target = { wire: "openai-chat", host: "llm.acme.example" };
  assert.equal(audit(request, target).findings.some(({ rule }) => rule === "missing-reasoning-content"), false);
  assert.equal(audit(request, target, { tables: newer }).findings.some(({ rule }) => rule === "missing-reasoning-content"), true);
});

test("what is no table is refused with its place", () => {
  for (const [wrong, pointer] of [[7, "/tables"], ["x", "/tables"], [{}, "/tables"], [{ ...tables(), version: 2 }, "/tables"], [{ ...tables(), models: [{}] }, "/tables/models"], [{ ...tables(), names: {} }, "/tables/names"], [{ ...tables(), hosts: [{ name: "a", facts: [7] }] }, "/tables/hosts"]]) {
    assert.throws(() => audit({}, "openai-chat", { tables: wrong }), (error) => error instanceof InputError && error.pointer === pointer, JSON.stringify(wrong)?.slice(0, 80));
  }
  for (const wrong of [7, null, undefined, "x"]) assert.throws(() => checkTables(wrong), InputError);
  assert.throws(() => checkTables(tables(), { today: "yesterday" }), InputError);
});

test("on the command line", () => {
  const run = (...args) => spawnSync(process.execPath, [cli, ...args], { encoding: "utf8" });
  const shown = run("tables");
  assert.deepEqual(JSON.parse(shown.stdout), tables());
  const made = tables();
  made.models[3].set.thinkz = "always";
  delete made.hosts[0].source;
  writeFileSync("good.json", shown.stdout);
  writeFileSync("bad.json", JSON.stringify(made));
  writeFileSync("broken.json", '{"a":');
  const good = run("tables", "--check", "good.json");
  assert.equal(good.status, 0, good.stderr);
  assert.match(good.stdout, /^good\.json: \d+ rows, no problems\n$/m);
  const bad = run("tables", "--check", "bad.json", "good.json");
  assert.equal(bad.status, 1);
  assert.match(bad.stdout, /bad\.json: \/models\/3\/set\/thinkz there is no member "thinkz"\. Did you mean thinks\?\nbad\.json: \/hosts\/0 has no source/);
  const broken = run("tables", "--check", "broken.json");
  assert.equal(broken.status, 2);
  assert.match(broken.stderr, /broken\.json: not JSON/);
  assert.equal(run("tables", "good.json").status, 2);
  writeFileSync("request.json", JSON.stringify(prefilled("claude-sonata-6")));
  made.models[3].set = { ...tables().models[3].set };
  made.models.push({ if: "name^claude-sonata-6", set: { prefill: false } });
  writeFileSync("newer.json", JSON.stringify(made));
  assert.equal(run("audit", "request.json", "--wire", "anthropic-messages").status, 0);
  assert.equal(run("audit", "request.json", "--wire", "anthropic-messages", "--tables", "newer.json").status, 1);
});

/** Changes one place of a value, or none. */
function damage(value, below, pick) {
  const places = [];
  const walk = (here) => {
    if (typeof here !== "object" || here === null) return;
    for (const key of Object.keys(here)) {
      places.push([here, key]);
      walk(here[key]);
    }
  };
  walk(value);
  if (below(8) === 0) return;
  const [here, key] = pick(places);
  const ways = [
    () => (Array.isArray(here) ? here.splice(Number(key), 1) : delete here[key]),
    () => (here[key] = pick([null, true, 7, 1.5, "", "x", "2026-1-1", [], {}, [7], ["a"], "none", "always", "a b,c", " "])),
    () => (Array.isArray(here) ? here.push(pick([7, "", {}, null])) : (here[pick(["more", "note", "date", "source", "if", "constructor"])] = pick(["2026-11-16", "a longer text", 7, {}]))),
  ];
  pick(ways)();
}

test("tables of four months or more are old, which is said once, by the clock", () => {
  const given = { date: "2026-11-16" };
  assert.deepEqual(tablesAge(given, { today: "2027-03-15" }), { date: "2026-11-16", months: 3, isOld: false });
  assert.deepEqual(tablesAge(given, { today: "2027-03-16" }), { date: "2026-11-16", months: 4, isOld: true });
  assert.deepEqual(tablesAge(given, { today: "2026-01-01" }).months, 0);
  assert.throws(() => tablesAge({ date: "soon" }), InputError);
  const [request, clock] = ["old-tables.json", "later.mjs"];
  writeFileSync(request, JSON.stringify({ model: "claude-sonnet-5", max_tokens: 9000, messages: [{ role: "user", content: "Hello" }] }));
  writeFileSync(clock, "const Own = Date; globalThis.Date = class extends Own { constructor(...given) { given.length ? super(...given) : super(Own.now() + 200 * 86_400_000); } };\n");
  const run = (args, isLater) => spawnSync(process.execPath, [cli, ...args], { encoding: "utf8", env: { ...process.env, NODE_OPTIONS: isLater ? `--import=./${clock}` : "" } });
  const said = /The tables of models and hosts are \d+ months old \(20\d\d-\d\d-\d\d\), so results may be wrong\./g;
  const count = (args, isLater) => (run(args, isLater).stderr.match(said) ?? []).length;
  const audited = ["audit", request, request, "--wire", "anthropic-messages"];
  assert.deepEqual([count(audited, true), count(["fix", request, "--wire", "anthropic-messages"], true), count(["tables"], true)], [1, 1, 1]);
  assert.deepEqual([count(audited, false), count(["tables"], false), count([...audited, "--format", "json"], true)], [0, 0, 0]);
  assert.match(run(["tables"], false).stderr, /^The tables of this version are of 20\d\d-\d\d-\d\d, \d+ months? old\.$/m);
});

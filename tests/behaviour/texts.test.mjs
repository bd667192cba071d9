// Every text of every case is whole: findings and their fixes, reasons of checks, notes and fates of conversions, errors, remedies.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { audit, classify, convert, decode, explain, Ledger, render } from "rethought";
import { locate } from "rethought/json";
import { CASES } from "./cases.mjs";
import { faultsOf, longSentences, unwantedWords } from "./voice.mjs";

const { unfinished } = JSON.parse(readFileSync(new URL("./data/voice/words.json", import.meta.url), "utf8"));
const RULES = new URL("./rules/", import.meta.url);
const WIRES = [...new Set(CASES.map(({ wire }) => wire))];

/** Texts, each once, with the first place that has it. */
class Texts {
  #all = new Map();

  add(text, where) {
    if (typeof text === "string" && text && !this.#all.has(text)) this.#all.set(text, where);
  }

  /** Fails with the problems of any of them. Texts of an area that is not rewritten yet are only counted. */
  check(t, area, least) {
    const problems = [...this.#all].flatMap(([text, where]) => problemsOf(text, where).map((problem) => `${where}: ${problem}: ${text}`));
    t.diagnostic(`${this.#all.size} texts, ${problems.length} problems`);
    assert.ok(this.#all.size >= least, `only ${this.#all.size} texts`);
    const isLate = unfinished.some((one) => one.area === area);
    if (!isLate) assert.deepEqual(problems, []);
    else assert.ok(problems.length, `${area} is rewritten: remove it from "unfinished"`);
  }
}

function problemsOf(text, where) {
  const long = longSentences(text).map(() => "a sentence has more than 25 words");
  const unwanted = unwantedWords(text, where).map(({ word, write }) => `"${word}" (write: ${write})`);
  return [...faultsOf(text), ...long, ...unwanted];
}

/** Yields the requests of the cases, each with its target and a ledger of the earlier answers. */
function* requests() {
  for (const rule of readdirSync(RULES))
    for (const name of readdirSync(new URL(`${rule}/`, RULES)).filter((name) => /^bad-.*\.json$/.test(name) && !name.endsWith(".fixed.json"))) {
      const bytes = readFileSync(new URL(`${rule}/${name}`, RULES));
      const { target, models, emitted } = JSON.parse(bytes);
      const ledger = emitted && new Ledger();
      emitted?.forEach((exchange, nth) => record(ledger, bytes, nth, exchange));
      yield { where: `${rule}/${name}`, request: locate(bytes, "/request").raw, target, options: models ? { models } : {}, ledger };
    }
}

function record(ledger, bytes, nth, { target, stream }) {
  const request = locate(bytes, `/emitted/${nth}/request`).raw;
  const answer = stream === undefined ? { response: locate(bytes, `/emitted/${nth}/response`).raw } : { stream };
  ledger.record(ledger.audit(request, target), answer);
}

test("findings, fixes and reasons of checks are whole, and so is each report", (t) => {
  const [texts, reports] = [new Texts(), []];
  for (const { where, request, target, options, ledger } of requests()) {
    const report = ledger ? ledger.audit(request, target, options) : audit(request, target, options);
    for (const { message, why, fix } of report.findings) [message, why, fix?.title].forEach((text) => texts.add(text, where));
    for (const check of Object.values(report.checks)) if (check.startsWith("unknown: ")) texts.add(check, where);
    reports.push(render(report, request, { explain }));
  }
  texts.check(t, "findings", 400);
  const holes = reports.filter((report) => /\bundefined\b|\bNaN\b|\[object/.test(report));
  assert.deepEqual(holes, []);
});

test("each finding has a fix or says what to do by hand", () => {
  const silent = [];
  for (const { where, request, target, options, ledger } of requests()) {
    const report = ledger ? ledger.audit(request, target, options) : audit(request, target, options);
    for (const finding of report.findings) {
      const lines = render({ ...report, findings: [finding] }, request, { explain }).split("\n");
      const found = lines.filter((line) => (finding.fix ? /^ {2}fix \(\w+\): [A-Z]/ : /^ {2}no automatic fix: [A-Z]/).test(line));
      if (found.length !== 1) silent.push(`${where}: ${finding.rule}`);
    }
  }
  assert.deepEqual(silent, []);
});

test("remedies of errors are whole", (t) => {
  const texts = new Texts();
  for (const id of explain()) {
    for (const sentence of explain(id).upstream) {
      const found = classify(sentence.replace(/\{\d+\}/g, "1").replace(/\{\w+\}/g, "x"));
      if (found?.rule) [found.meaning, ...Object.values(found.recovery)].forEach((text) => texts.add(text, found.rule));
    }
  }
  texts.check(t, "remedies", 50);
});

test("notes and fates of conversions are whole", (t) => {
  const texts = new Texts();
  let nth = 0;
  const convertAll = (request, from, where) => {
    nth++;
    // npm run prove -- behaviour converts each request to every wire, npm test to every third, beginning at another wire each time.
    for (const to of WIRES.filter((_, at) => process.env.RETHOUGHT_LONG || (at + nth) % 3 === 0)) {
      try {
        const { plan, notes } = convert(request, { from, to });
        for (const { reason } of plan) texts.add(reason, `${where} to ${to}`);
        for (const { why } of notes) texts.add(why, `${where} to ${to}`);
      } catch (error) {
        texts.add(error.message, `${where} to ${to}`);
      }
    }
  };
  for (const { name, wire, next } of CASES) convertAll(next, wire, name);
  for (const { where, request, target } of requests()) convertAll(request, target, where);
  texts.check(t, "conversions", 100);
});

test("errors are whole", (t) => {
  const texts = new Texts();
  const failing = (call, where) => {
    try {
      call();
    } catch (error) {
      texts.add(error.message, where);
    }
  };
  for (const { name, wire, body, next } of CASES) {
    for (const part of [0.3, 0.7]) {
      failing(() => audit(next.subarray(0, next.length * part), wire), name);
      failing(() => decode(body.subarray(0, body.length * part), wire), name);
    }
    for (const other of WIRES) failing(() => decode(next, other), name);
  }
  for (const given of [undefined, 1, "", "{", "[]", "{}", '{"messages":1}']) {
    for (const wire of [undefined, "", "openai", {}, { wire: 1 }, { host: 1 }]) failing(() => audit(given, wire), JSON.stringify([given, wire]));
    for (const options of [{ of: [] }, { off: ["x"] }, { off: 1 }, { models: 1 }, { models: [{}] }, { maxFindings: "x" }]) failing(() => audit('{"messages":[]}', "anthropic-messages", options), JSON.stringify(options));
    for (const options of [{}, { to: "x" }, { to: "openai" }, { from: "x", to: "openai-chat" }, { to: "openai-chat", policy: "x" }]) failing(() => convert('{"messages":[]}', options), JSON.stringify(options));
    for (const options of [{ format: "xml" }, { file: 1 }, { explain: 1 }]) failing(() => render(audit('{"messages":[]}', "anthropic-messages"), "{}", options), JSON.stringify(options));
  }
  texts.check(t, "errors", 20);
});

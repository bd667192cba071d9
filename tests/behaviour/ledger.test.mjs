// The public ledger: over every case that needs one, over its own text, and by hand.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { audit, canRewrite, Ledger, repair, replay } from "rethought";
import { InputError, JsonError } from "rethought/errors";
import { locate } from "rethought/json";

const FOLDER = new URL("./rules/", import.meta.url);
const CASES = readdirSync(FOLDER).flatMap((rule) =>
  readdirSync(new URL(`${rule}/`, FOLDER)).filter((name) => /^(bad|good)-.*(?<!\.fixed)\.json$/.test(name)).map((name) => {
    const text = readFileSync(new URL(`${rule}/${name}`, FOLDER), "utf8");
    return { rule, name: `${rule}/${name}`, bad: name.startsWith("bad"), text, ...JSON.parse(text), request: locate(text, "/request").raw };
  }),
).filter(({ emitted }) => emitted);

/** Returns a ledger of the emitted answers of a case, every body in its own bytes. */
function recorded({ text, emitted, target }, options) {
  const ledger = new Ledger(options);
  emitted.forEach((exchange, nth) => {
    const request = locate(text, `/emitted/${nth}/request`).raw;
    const came = exchange.response === undefined ? { stream: exchange.stream } : { response: locate(text, `/emitted/${nth}/response`).raw };
    ledger.record({ request, ...came, target: exchange.target ?? target });
  });
  return ledger;
}

test("every case that needs a ledger is found through the package as it is natively", () => {
  assert.ok(CASES.length >= 70, `${CASES.length} cases`);
  for (const one of CASES) {
    const options = one.models ? { models: one.models } : {};
    const ledger = recorded(one);
    const report = ledger.audit(one.request, one.target, options);
    const expected = new Set([...(one.also ?? []), ...(one.bad ? [one.rule] : [])]);
    assert.deepEqual(new Set(report.findings.map(({ rule }) => rule)), expected, one.name);
    if (one.says) assert.equal(report.findings.find(({ rule }) => rule === one.rule).upstream, one.says, one.name);
    assert.deepEqual(audit(one.request, one.target, { ...options, ledger }), report, one.name);
    // The ledger equals its own text, and digests detect as much.
    assert.deepEqual(Ledger.fromJSON(ledger.text()).audit(one.request, one.target, options), report, one.name);
    // Only the text shows that two texts were joined, or that one is a part of another.
    if (["moved-thought/bad-1.json", "damaged-handle/bad-recorded.json", "handle-of-another-vendor/bad-recorded.json"].includes(one.name)) continue;
    const noticed = (ledger) => ledger.audit(one.request, one.target, options).findings.filter(({ rule }) => rule !== "redacted-copy").map(({ rule, pointer, severity }) => [rule, pointer, severity]);
    assert.deepEqual(noticed(ledger.digestsOnly()), noticed(ledger), one.name);
  }
});

const thinking = (nth) => ({ type: "thinking", thinking: `Thought ${nth}, as long as one is.`, signature: `RXFRQkNrZ0lEeEFCR0FJaVFQ${String(nth).padStart(8, "0")}` });
const target = { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-5" };

/** Returns a conversation of `turns` turns: each request with its response, and the request after the last. */
function conversation(turns) {
  const messages = [{ role: "user", content: "Begin." }];
  const request = () => JSON.stringify({ model: "claude-opus-4-5", max_tokens: 9000, thinking: { type: "enabled", budget_tokens: 2048 }, tools: [{ name: "look", input_schema: { type: "object" } }], messages });
  const exchanges = Array.from({ length: turns }, (_, nth) => {
    const content = [thinking(nth), { type: "tool_use", id: `toolu_${nth}`, name: "look", input: { n: nth } }];
    const exchange = { request: request(), response: JSON.stringify({ id: `msg_${nth}`, type: "message", role: "assistant", model: "claude-opus-4-5", content, usage: {} }) };
    messages.push({ role: "assistant", content }, { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${nth}`, content: `line ${nth}` }] });
    return exchange;
  });
  return { exchanges, next: request() };
}

function ledgerOf(turns, options) {
  const [ledger, { exchanges, next }] = [new Ledger(options), conversation(turns)];
  for (const exchange of exchanges) assert.equal(ledger.record({ ...exchange, target, time: 1790000000000 }), true);
  return { ledger, exchanges, next };
}

test("an exchange is recorded once, and from bytes as from text", () => {
  const { ledger, exchanges } = ledgerOf(3);
  const before = ledger.text();
  for (const exchange of exchanges) assert.equal(ledger.record({ ...exchange, target }), false);
  assert.equal(ledger.text(), before);
  const bytes = new Ledger();
  for (const { request, response } of exchanges) bytes.record({ request: Buffer.from(request), response: Buffer.from(response), target, time: new Date(1790000000000) });
  assert.equal(bytes.text(), before);
});

test("what answers an audited request is recorded by its report", () => {
  const [ledger, { exchanges, next }] = [new Ledger(), conversation(6)];
  for (const { request, response } of exchanges) {
    const report = ledger.audit(request, target);
    assert.equal(report.verdict, "accepted");
    assert.throws(() => ledger.record(report, { response: "{" }), JsonError);
    assert.throws(() => ledger.record(report), InputError, "a report has no response");
    assert.throws(() => ledger.record({ response, target }), { code: "E_INPUT", pointer: "/request" });
    assert.throws(() => ledger.record({ ...report }, { response }), InputError, "a copy of a report is none");
    assert.equal(ledger.record(report, { response, time: 1790000000000 }), true);
    assert.equal(ledger.record(report, { response }), false, "the same answer again is known");
  }
  assert.equal(ledger.text(), ledgerOf(6).ledger.text());
  assert.equal(ledger.audit(next).verdict, "accepted");
});

test("answers to requests in flight come in any order, and each goes to its own", () => {
  const [one, other] = ["first", "second"].map((word) => ({
    request: JSON.stringify({ model: "deepseek-reasoner", messages: [{ role: "user", content: `The ${word} question.` }] }),
    response: JSON.stringify({ id: word, model: "deepseek-reasoner", choices: [{ index: 0, message: { role: "assistant", content: "Yes.", reasoning_content: `The ${word} thought.` } }] }),
  }));
  const host = { wire: "openai-chat", host: "api.deepseek.com" };
  const ledger = new Ledger();
  const reports = [one, other].map(({ request }) => ledger.audit(request, host));
  assert.equal(ledger.record(reports[1], { response: other.response }), true);
  assert.equal(ledger.record(reports[0], { response: one.response }), true);
  const conversations = [one, other].map(({ request, response }) => ledger.conversation(replay(request, response, host), host));
  assert.deepEqual(conversations.map(({ branch }) => branch), [[1], [0]]);
  assert.notEqual(conversations[0].id, conversations[1].id);
  assert.equal(ledger.conversation(one.request, host), undefined, "nothing is answered in it yet");
});

test("a conversation is forgotten, and no other; and what is older than a time", () => {
  const { ledger, next } = ledgerOf(3);
  const content = [{ type: "thinking", thinking: "Another thought.", signature: "RXFRQkNrZ0lEeEFCR0FJaVFQ" }, { type: "text", text: "Yes." }];
  const other = { request: JSON.stringify({ model: "claude-opus-4-5", messages: [{ role: "user", content: "Another." }] }), response: JSON.stringify({ id: "msg_x", content }), target };
  ledger.record({ ...other, time: 1790000000001 });
  const { id, branch } = ledger.conversation(next, target);
  assert.deepEqual(branch, [0, 1, 2]);
  const copy = Ledger.fromJSON(ledger.text());
  assert.equal(ledger.forget({ conversation: id }), 3);
  assert.equal(ledger.length, 1);
  assert.equal(ledger.conversation(next, target), undefined);
  assert.equal(ledger.record({ ...other }), false, "the other is still known");
  assert.equal(copy.forget({ olderThan: new Date(1790000000001) }), 3);
  assert.equal(copy.restore("/responses/0/parts/0"), ledger.restore("/responses/0/parts/0"));
  assert.throws(() => ledger.forget({}), InputError);
  assert.throws(() => ledger.forget({ conversation: "7" }), InputError);
});

test("lines of two writers are one ledger, in any order and however often they come", () => {
  const [{ exchanges, next }, [one, other]] = [conversation(4), [new Ledger(), new Ledger()]];
  exchanges.forEach((exchange, nth) => [one, other][nth % 2].record({ ...exchange, target, time: 1790000000000 }));
  const merged = new Ledger();
  assert.deepEqual([merged.load(other.text()), merged.load(one.text()), merged.load(other.text())], [2, 2, 0]);
  assert.equal(merged.length, 4);
  assert.deepEqual(merged.audit(next, target), ledgerOf(4).ledger.audit(next, target));
  assert.equal(merged.repair(next, target).request, next);
});

test("a ledger that was disposed of is gone, and others are not", () => {
  const [{ ledger, next }, { ledger: kept }] = [ledgerOf(2), ledgerOf(2)];
  ledger[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  assert.throws(() => ledger.audit(next, target), InputError);
  assert.equal(ledger.length, 0);
  assert.equal(kept.audit(next, target).verdict, "accepted");
});

test("an object is recorded and audited like its text", () => {
  const [{ exchanges, next }, ledger] = [conversation(3), new Ledger()];
  for (const { request, response } of exchanges) ledger.record(ledger.audit(JSON.parse(request), target), { response: JSON.parse(response), time: 1790000000000 });
  assert.equal(ledger.text(), ledgerOf(3).ledger.text());
  const damaged = JSON.parse(next);
  damaged.messages[3].content.shift();
  assert.deepEqual(ledger.repair(damaged, target).request, JSON.parse(next));
});

test("a thought that was edited is shown from its first byte, and repaired to what it was", () => {
  const { ledger, next } = ledgerOf(4);
  assert.equal(ledger.audit(next).verdict, "accepted");
  const edited = next.replace("RXFRQkNrZ0lEeEFCR0FJaVFQ00000002", "RXFRQkNrZ0lEeEFCR0FJaVFX00000002");
  const report = ledger.audit(edited);
  const finding = report.findings.find(({ rule }) => rule === "altered-handle");
  assert.equal(finding.pointer, "/messages/5/content/0");
  assert.equal(finding.args.byte, "23");
  assert.ok(finding.args.emitted.includes("FQ0000") && finding.args.sent.includes("FX0000"), JSON.stringify(finding.args));
  assert.equal(audit(edited, target).checks["altered-handle"], "unknown: needs a ledger");
  const mended = ledger.repair(edited);
  assert.equal(mended.request, next);
  assert.equal(mended.report.verdict, "accepted");
  assert.deepEqual(repair(edited, target, { ledger }), mended);
  assert.equal(ledger.restore("/responses/2/parts/0"), JSON.stringify(thinking(2)));
});

test("digests hold no word, notice the same and restore nothing", () => {
  const { ledger, next } = ledgerOf(4);
  const lean = ledger.digestsOnly();
  assert.equal(lean.form, "digests");
  assert.ok(!/Thought|RXFR/.test(lean.text()));
  assert.equal(lean.restore("/responses/2/parts/0"), undefined);
  const dropped = JSON.stringify({ ...JSON.parse(next), messages: JSON.parse(next).messages.map((message, nth) => (nth === 7 ? { ...message, content: message.content.slice(1) } : message)) });
  const rules = (ledger) => ledger.audit(dropped).findings.map(({ rule }) => rule);
  assert.ok(rules(ledger).length > 0);
  assert.deepEqual(rules(lean), rules(ledger));
  assert.equal(lean.repair(dropped).request, dropped);
});

test("a ledger is its text, its object and its lines", () => {
  const { ledger } = ledgerOf(5);
  for (const again of [Ledger.fromJSON(ledger.text()), Ledger.fromJSON(JSON.parse(JSON.stringify(ledger))), Ledger.fromJSON(Buffer.from(ledger.text()))]) assert.equal(again.text(), ledger.text());
  const [grown, { exchanges }] = [new Ledger(), conversation(5)];
  let file = "";
  for (const exchange of exchanges) {
    grown.record({ ...exchange, target, time: 1790000000000 });
    file += grown.unsaved();
  }
  assert.equal(grown.unsaved(), "");
  assert.equal(Ledger.fromJSON(file).text(), ledger.text());
  // Torn in its last line; the next line continues.
  const torn = Ledger.fromJSON(file.slice(0, -20));
  assert.deepEqual([torn.length, torn.torn], [4, 1]);
  torn.record({ ...exchanges[4], target, time: 1790000000000 });
  const mended = Ledger.fromJSON(file.slice(0, -20) + torn.unsaved());
  assert.deepEqual([mended.length, mended.torn], [5, 1]);
  assert.equal(mended.text(), ledger.text());
});

test("going on says what an audit of the whole says, turn by turn", () => {
  const [ledger, { exchanges }] = [new Ledger(), conversation(30)];
  for (const exchange of exchanges) {
    const whole = Ledger.fromJSON(ledger.text()).audit(exchange.request, target);
    assert.deepEqual(ledger.audit(exchange.request, target), whole);
    const edited = exchange.request.replace("line 3", "line three");
    assert.deepEqual(ledger.audit(edited, target), Ledger.fromJSON(ledger.text()).audit(edited, target));
    ledger.record({ ...exchange, target });
  }
});

test("a ledger knows what can be rewritten", () => {
  const { ledger, next } = ledgerOf(4);
  const { drop } = ledger.canRewrite(next, [1, 3]);
  assert.equal(typeof drop.safe, "boolean");
  assert.deepEqual(canRewrite(next, [1, 3], target, { ledger }), ledger.canRewrite(next, [1, 3]));
});

test("what is wrong gets a typed error with its place, and changes nothing", () => {
  const { ledger, exchanges } = ledgerOf(2);
  const before = ledger.text();
  const [{ request, response }] = exchanges;
  assert.throws(() => ledger.record({ request, target }), InputError);
  assert.throws(() => ledger.record({ request: "{", response, target }), JsonError);
  assert.throws(() => ledger.record({ request, response: "{", target }), JsonError);
  assert.throws(() => ledger.record({ request, response, target: { wire: "none" } }), { code: "E_INPUT", pointer: "/wire" });
  assert.throws(() => ledger.audit("{", target), JsonError);
  assert.throws(() => ledger.restore("/responses"), InputError);
  assert.throws(() => new Ledger({ form: "half" }), { code: "E_INPUT", pointer: "/form" });
  for (const wrong of ["[]", "nothing", '{"rethought":"ledger","version":99}\n', 7, null]) assert.throws(() => Ledger.fromJSON(wrong), InputError);
  assert.equal(ledger.text(), before);
});

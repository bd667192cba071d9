// Sessions without a page: the examples, and every recorded chain if the recordings are available.
import assert from "node:assert/strict";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "../../../scripts/build.mjs";
import { loadPackage } from "../../../scripts/load-package.mjs";
import { root, shared, target } from "../../../scripts/paths.mjs";

await build();
mkdirSync(target, { recursive: true });
const folder = mkdtempSync(join(target, "session-"));
after(() => rmSync(folder, { recursive: true }));
const { buildSync } = await import("esbuild");
const entry = `export { Session } from "./session/session"; export { EXAMPLES } from "./examples"; export { applyEdits } from "./session/draft";`;
buildSync({ stdin: { contents: entry, resolveDir: join(root, "www"), loader: "ts" }, bundle: true, format: "esm", loader: { ".ndjson": "text" }, outfile: join(folder, "session.mjs") });
const { Session, EXAMPLES, applyEdits } = await import(pathToFileURL(join(folder, "session.mjs")));
const core = await loadPackage();

async function sessionOf(source) {
  const session = new Session(core);
  for await (const record of core.readSession(source)) session.add(record);
  session.finish();
  return session;
}

test("a conversation that branches off another knows its answers, and no setting that was not recorded is judged", async () => {
  for (const name of ["edited-message", "answer-asked-for-again", "fork-inside-of-an-answer", "another-host", "interrupted-after-its-thinking", "missing-lines"]) {
    const { exchanges } = await sessionOf([readFileSync(join(root, "tests", "data", "transcripts", "claude-code", `${name}.jsonl`))]);
    assert.ok(exchanges.every(({ record }) => record.outcome !== "answered" || record.verdict !== "rejected"), name);
    const rules = exchanges.flatMap(({ report }) => report.findings.map(({ rule }) => rule));
    for (const rule of ["unknown-handle", "thinking-off-mid-turn", "thinking-at-the-end", "invalid-thinking-signature", "tool-result-without-tool-use"]) assert.ok(!rules.includes(rule), `${name}: ${rule}`);
  }
});

test("another target leaves unknown what was not recorded", async () => {
  const session = await sessionOf([readFileSync(join(root, "tests", "data", "transcripts", "claude-code", "another-host.jsonl"))]);
  const report = session.audit(1, session.request(1), { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-5" });
  assert.ok(report.findings.some(({ rule }) => rule === "invalid-thinking-signature"));
  assert.match(report.checks["thinking-off-mid-turn"], /^unknown: /);
});

test("a session that a sink lost part of is reported", async () => {
  const { exchanges, faults } = await sessionOf([readFileSync(join(root, "tests", "data", "transcripts", "cognipeer", "partial-session.json"))]);
  assert.equal(exchanges.length, 1);
  assert.deepEqual(faults.map(({ reason }) => reason), ["The session is recorded in part: HTTP 503 - Service Unavailable"]);
});

for (const { id, text, rule } of EXAMPLES) {
  test(`${id}: what was taken is not called refused, and what was refused is`, async () => {
    const { exchanges, faults } = await sessionOf([text]);
    assert.deepEqual(faults, []);
    for (const { trouble, refusal, report } of exchanges) {
      assert.equal(trouble, undefined);
      assert.equal(/rejected/.test(report.verdict), refusal !== undefined);
    }
    const last = exchanges.at(-1);
    if (rule) assert.ok(last.report.findings.some((finding) => finding.rule === rule));
    assert.equal(last.refusal !== undefined, rule !== undefined);
  });
}

test("a fix applied as its edits say is what repair gives", async () => {
  const session = await sessionOf([EXAMPLES.find(({ id }) => id === "altered-signature").text]);
  const nth = session.exchanges.length - 1;
  const [request, { findings }] = [session.request(nth), session.report(nth)];
  const mended = session.repair(nth, request, []);
  const { fix } = findings.find(({ fix }) => fix?.safety === "safe");
  assert.deepEqual(applyEdits(request, fix.edits), mended.request);
  assert.equal(session.audit(nth, mended.request).verdict, "accepted");
});

test("messages that are recorded one by one make the requests that they were sent in", async () => {
  const lines = [
    { wire: "anthropic-messages", opening: '{"model":"claude-opus-4-5","max_tokens":9}', added: '{"role":"user","content":"a"}', response: body("1"), reply: assistantMessage("1") },
    { wire: "anthropic-messages", added: '{"role":"user","content":"b"},{"role":"user","content":"c"}', response: body("2"), reply: assistantMessage("2") },
  ];
  const session = await sessionOf([lines.map((line) => JSON.stringify(line)).join("\n")]);
  const text = new TextDecoder().decode(session.request(1));
  assert.equal(text, `{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"},${assistantMessage("1")},{"role":"user","content":"b"},{"role":"user","content":"c"}]}`);
  assert.deepEqual(session.exchanges.map(({ report, trouble }) => [report.verdict, trouble]), [["accepted", undefined], ["accepted", undefined]]);
  assert.equal(session.countEarlierMessages(1), 1);
  assert.deepEqual(session.followParts(1).map(({ exchange, fate, pointer }) => [exchange, fate, pointer]), [[0, "equal", "/messages/1/content/0"]]);
});

const assistantMessage = (word) => `{"role":"assistant","content":[{"type":"text","text":"${word}"}]}`;
const body = (word) => `{"id":"msg_${word}","type":"message","model":"claude-opus-4-5","role":"assistant","content":[{"type":"text","text":"${word}"}]}`;

/** Returns true for a body without a recognisable wire whose address is not valid. The sentence reports it. */
const isNoWire = ({ url }, trouble) => !/^https?:/.test(url ?? "") && trouble.startsWith("Unknown wire");

const corpus = join(shared, "corpus");
const recordings = existsSync(corpus) ? readdirSync(corpus).filter((name) => name.endsWith(".ndjson.gz")) : [];
if (!recordings.length) test("every recorded chain opens", { skip: "../shared/corpus is not here" });
for (const name of recordings) {
  test(`every recorded chain of ${name} opens`, async () => {
    const { exchanges, faults } = await sessionOf(createReadStream(join(corpus, name)));
    assert.ok(exchanges.length > 0);
    assert.deepEqual(faults, []);
    const broken = exchanges.filter(({ trouble }) => trouble !== undefined);
    // The package does not read the protobuf of gRPC. It opens, with a sentence in place of its audit.
    const known = name.startsWith("xai-grpc") ? [] : broken.filter(({ record, trouble }) => !isNoWire(record, trouble));
    assert.deepEqual(known.map(({ record, trouble }) => `${record.label}: ${trouble}`), []);
  });
}

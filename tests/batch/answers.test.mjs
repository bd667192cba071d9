// The answer of a line: the number of its thoughts, and their fates in the next request, or in the next line of the session.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPackage } from "../../scripts/load-package.mjs";
import { filter, run } from "./filter.mjs";
import { conversations } from "./traffic.mjs";

const { decode, Ledger, StreamDecoder } = await loadPackage();
const talks = conversations();
const answered = talks.flat().filter(({ status }) => status === 200);
const count = (parts) => parts.filter(({ thinks }) => thinks).reduce((counts, { fate }) => ({ ...counts, [fate]: (counts[fate] ?? 0) + 1 }), {});

function turnOf({ response, stream, target }) {
  if (stream === undefined) return decode(response, target);
  const decoder = new StreamDecoder(target);
  decoder.push(stream);
  return decoder.finish().turn;
}

test("a line with an answer says how many thoughts it emitted, and with the next request what became of each", async () => {
  const { records } = await filter("audit", answered);
  let [thoughts, fates] = [0, 0];
  for (const [nth, exchange] of answered.entries()) {
    const { request, response, stream, target, next } = exchange;
    assert.equal(records[nth].thoughts, turnOf(exchange).thoughts.length, exchange.id);
    const ledger = new Ledger();
    ledger.record({ request, target, ...(stream === undefined ? { response } : { stream }) });
    assert.deepEqual(records[nth].fates, next && count(ledger.follow(next, target)), exchange.id);
    thoughts += records[nth].thoughts;
    fates += records[nth].fates?.equal ?? 0;
  }
  assert.ok(thoughts > 50 && fates > 20, `${thoughts} ${fates}`);
});

const TURN = '{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-4-5","content":[{"type":"thinking","thinking":"So.","signature":"EqQBCg=="},{"type":"text","text":"Yes."}]}';
const FIRST = '{"model":"claude-opus-4-5","max_tokens":9000,"messages":[{"role":"user","content":"Is it?"}]}';
const next = (content) => `{"model":"claude-opus-4-5","max_tokens":9000,"messages":[{"role":"user","content":"Is it?"},{"role":"assistant","content":${content}},{"role":"user","content":"Sure?"}]}`;
const KEPT = next('[{"type":"thinking","thinking":"So.","signature":"EqQBCg=="},{"type":"text","text":"Yes."}]');
const EDITED = KEPT.replace("So.", "Oh.");
const DROPPED = next('[{"type":"text","text":"Yes."}]');
const target = { wire: "anthropic-messages", host: "api.anthropic.com" };

test("a thought that was kept, edited or dropped is counted as such", async () => {
  const { records } = await filter("audit", [KEPT, EDITED, DROPPED, FIRST].map((next) => ({ request: FIRST, response: TURN, next, target })));
  assert.deepEqual(records.map(({ fates }) => fates), [{ equal: 1 }, { changed: 1 }, { missing: 1 }, {}]);
});

test("an answer that cannot be read, or the next request, leaves the verdict, and the record says which and why", async () => {
  const lines = [{ request: FIRST, response: "<html>", target }, { request: FIRST, response: TURN, next: "{", target }, { request: FIRST, response: "<html>", status: 502, target }, { request: FIRST, response: null, target }];
  const { records, closing } = await filter("audit", lines);
  assert.deepEqual(records.map(({ verdict }) => verdict), lines.map(() => "accepted"));
  assert.deepEqual(records.map(({ unread }) => unread && Object.entries(unread).map(([name, { code }]) => `${name} ${code}`)), [["response E_JSON_SYNTAX"], ["next E_JSON_TRUNCATED"], undefined, undefined]);
  assert.deepEqual([closing.unread, closing.errors, closing.results], [2, 0, 4]);
});

test("with --sessions a line is held against the answers of the lines before it of the same session", async () => {
  const line = (session, request, response) => ({ session, request, response, target });
  const lines = [line("a", FIRST, TURN), line("a", EDITED, TURN), line("b", EDITED, TURN), line("a", EDITED), line(undefined, EDITED)];
  const { records } = await filter("audit", lines, "--sessions");
  assert.deepEqual(records.map(({ findings }) => findings.some(({ rule }) => rule === "altered-thought-text")), [false, true, false, false, false]);
  assert.deepEqual(records.map(({ fates }) => fates), [undefined, { changed: 1 }, undefined, undefined, undefined]);
  const { records: alone } = await filter("audit", lines);
  assert.ok(alone.every(({ findings }) => !findings.some(({ rule }) => rule === "altered-thought-text")));
  const { records: fixed } = await filter("fix", lines, "--sessions");
  assert.deepEqual(fixed.map(({ request }) => request), [FIRST, KEPT, EDITED, EDITED, EDITED]);
});

test("with --sessions conversations give what one ledger for each of them says", async () => {
  const { records } = await run(["audit", "--ndjson", "--sessions"], talks.flat().map((exchange) => JSON.stringify({ ...exchange, next: undefined })).join("\n"));
  let nth = 0;
  for (const talk of talks) {
    const ledger = new Ledger();
    for (const { id, request, response, stream, target, status } of talk) {
      const { verdict, findings } = ledger.audit(request, target);
      assert.deepEqual([records[nth].id, records[nth].verdict, records[nth].findings.map(({ rule }) => rule)], [id, verdict, findings.map(({ rule }) => rule)]);
      if (status === 200) ledger.record({ request, target, ...(stream === undefined ? { response } : { stream }) });
      nth++;
    }
  }
});

test("a mask in a request that was answered is the recorder's: the provider saw the handle", async () => {
  const masked = KEPT.replace("EqQBCg==", "[REDACTED]");
  const refusal = '{"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0: Invalid `signature` in `thinking` block"}}';
  const lines = [{ request: masked, response: TURN, target }, { request: JSON.parse(masked), status: 200, target }, { request: masked, target }, { request: masked, response: refusal, target }, { request: masked, response: refusal, status: 400, target }];
  const { records } = await filter("audit", lines);
  assert.deepEqual(records.map(({ verdict }) => verdict), ["unknown", "unknown", "rejected", "rejected", "rejected"]);
});

// The fates of recorded parts, by the public call: over the cases, from text and bytes, and between audits.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Ledger } from "rethought";
import { InputError, JsonError } from "rethought/errors";
import { locate } from "rethought/json";

const FOLDER = new URL("./follow/", import.meta.url);
const CASES = readdirSync(FOLDER).map((name) => {
  const [emitted, next, followed] = ["emitted", "next", "followed"].map((file) => readFileSync(new URL(`${name}/${file}.json`, FOLDER), "utf8"));
  return { name, emitted, next, followed: JSON.parse(followed), ...JSON.parse(emitted) };
});

/** Returns a ledger of the emitted answers of a case, every body in its own bytes. */
function recorded({ emitted, exchanges, target }, options) {
  const ledger = new Ledger(options);
  exchanges.forEach(({ stream }, nth) => {
    const raw = (member) => locate(emitted, `/exchanges/${nth}/${member}`).raw;
    ledger.record({ request: raw("request"), ...(stream === undefined ? { response: raw("response") } : { stream }), target });
  });
  return ledger;
}

test("every case is reported through the package as it is natively", () => {
  assert.ok(CASES.length >= 30, `${CASES.length} cases`);
  for (const one of CASES) {
    const ledger = recorded(one);
    assert.deepEqual(ledger.follow(one.next, one.target), one.followed, one.name);
    assert.deepEqual(ledger.follow(Buffer.from(one.next)), one.followed, `${one.name}: by the last target, from bytes`);
    assert.deepEqual(Ledger.fromJSON(ledger.text()).follow(one.next, one.target), one.followed, one.name);
  }
});

test("digests tell the same fates, and nothing of bytes", () => {
  for (const one of CASES) {
    const fates = one.followed.map(({ bytes, differs, ...rest }) => rest);
    for (const ledger of [recorded(one).digestsOnly(), recorded(one, { form: "digests" })]) assert.deepEqual(ledger.follow(one.next, one.target), fates, one.name);
  }
});

test("where a part is, and where it came from, can be looked up", () => {
  for (const one of CASES) {
    const [ledger, bytes] = [recorded(one), Buffer.from(one.next)];
    for (const { from, pointer, start, end, bytes: same, differs } of ledger.follow(one.next, one.target)) {
      const then = ledger.restore(from);
      assert.equal(typeof then, "string", one.name);
      if (pointer === undefined) continue;
      const now = bytes.subarray(start, end).toString();
      assert.equal(now, locate(one.next, pointer).raw, one.name);
      assert.equal(now === then, same, one.name);
      assert.ok(differs === undefined || (differs >= start && differs <= end), one.name);
    }
  }
});

test("following changes nothing: not the ledger, not what was audited last, not the report of the next audit", () => {
  for (const one of CASES) {
    const [asked, quiet] = [recorded(one), recorded(one)];
    const text = asked.text();
    const told = (ledger, between) => {
      const reports = [ledger.audit(one.next, one.target), between(), ledger.audit(one.next, one.target), between()];
      const isNew = ledger.record(reports[2], { response: JSON.stringify({ id: "last", content: [] }), time: 1_790_000_000_000 });
      return { reports: reports.filter(Boolean), isNew, length: ledger.length };
    };
    const follow = () => void [asked.follow(one.next, one.target), asked.follow("{}", one.target)];
    assert.deepEqual(told(asked, follow), told(quiet, () => undefined), one.name);
    assert.ok(asked.text().startsWith(text.slice(0, -3)), one.name);
  }
});

test("a request that cannot be read is refused with its place, and an empty ledger tells of nothing", () => {
  const ledger = new Ledger();
  assert.deepEqual(ledger.follow("{}", "anthropic-messages"), []);
  assert.throws(() => ledger.follow('{"messages":', "anthropic-messages"), (error) => error instanceof JsonError && error.offset === 12);
  assert.throws(() => ledger.follow(7, "anthropic-messages"), InputError);
  assert.throws(() => ledger.follow("{}"), InputError);
});

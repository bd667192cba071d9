// Corruptions of clients and frameworks, a test for each: the package causes it by itself, the audit detects it before it is sent, and a repair
// restores it if a record allows.
import assert from "node:assert/strict";
import test from "node:test";
import { CLIENTS } from "../../simulator/clients/all.mjs";
import { parse } from "../../simulator/json.mjs";
import { ROWS } from "../corruptions.mjs";
import { loop } from "../loop.mjs";
import { assertLocked, versionOf } from "../versions.mjs";

/** Two questions: calls of one tool, of two tools, an answer; then a call and an answer again. */
const CALLS = [1, 2, 0, 1, 0];
const isRefused = ({ verdict }) => /rejected/.test(verdict);
const rulesOf = ({ findings }) => findings.map(({ rule }) => rule);

/** Entries of the model: messages, contents, or items of Responses. */
const isModels = ({ role, type }) => /^(assistant|model)$/.test(role ?? "") || (role === undefined && !/_output$/.test(type));

/** Returns true if a request has lost a part of the newest answer. */
function isLost(row, given, request) {
  const body = parse(typeof request === "string" ? request : Buffer.from(request).toString());
  const entries = body.messages ?? body.input ?? body.contents;
  const end = entries.findLastIndex(isModels) + 1;
  const start = entries.slice(0, end).findLastIndex((entry) => !isModels(entry)) + 1;
  return row.isLost(given, entries.slice(start, end), body);
}

/** Returns the calls of a loop that continue from an answer: the answer, the request of the framework, the sent one, and its reports. */
function callsOf({ told, vendor }, { wire }) {
  const answers = vendor.log.filter(({ status }) => status === 200).map(({ reply }) => CLIENTS[wire].fold(reply));
  const calls = [...new Map(told.report.map((event) => [event.call, event]).reverse()).values()].reverse();
  return calls.slice(1).map(({ call, request, report }, nth) => {
    const sent = told.repaired.findLast((event) => event.call === call)?.sent ?? request;
    return { given: answers[nth], request, sent, report, answer: vendor.log[nth + 1] };
  });
}

function run(row, mode) {
  const { seed = 2, isStream, plan = {}, calls = CALLS } = row;
  const onStep = (step, talk, { vendor }) => {
    Object.assign(vendor, { calls: calls[step], plan });
    if (calls[step - 1] === 0) talk.ask("And then?");
  };
  return loop(row, { seed, isStream, mode, steps: calls.length, onStep });
}

/** The corruption occurs and is detected: always before a refusal, and without a false alarm. */
async function watch(row) {
  const ended = await run(row, "observe");
  const calls = callsOf(ended, row);
  assert.deepEqual(ended.told.error, []);
  const first = calls.find(({ given, request }) => isLost(row, given, request));
  assert.ok(first, "it is corrupted no more: the row can go");
  for (const { report, answer } of calls) {
    assert.ok(answer.refusal || !isRefused(report), `a false alarm: ${rulesOf(report)}`);
    assert.ok(!answer.refusal || isRefused(report) || row.unsure, `${answer.refusal?.rule} was not predicted: ${rulesOf(report)}`);
  }
  if (row.untold) assert.equal(first.answer.refusal, null, "what is not told is refused");
  else assert.ok(rulesOf(first.report).includes(row.rule), `told by ${rulesOf(first.report).join(", ") || "no rule"}`);
  return calls.some(({ answer }) => answer.refusal) ? "refused" : "taken";
}

/** A repair restores the lost parts, and the vendor accepts the loop to its end. */
async function mend(row) {
  const ended = await run(row, "repair");
  const left = callsOf(ended, row).filter(({ given, sent }) => isLost(row, given, sent));
  assert.deepEqual(ended.told.error, []);
  if (row.unmended) assert.ok(left.length || ended.fault, "it is mended: `unmended` can go");
  if (row.unmended) return ended.fault ? "refused in the mode repair" : `${left.length} not repaired`;
  assert.equal(ended.fault, undefined);
  if (row.untold) return "as it is";
  assert.equal(left.length, 0, `${left.length} requests are not repaired`);
  return "repaired";
}

async function check(row) {
  assertLocked(row.package);
  const ended = await watch(row);
  return `${row.rule ?? `untold, ${row.untold}`}; ${ended}, then ${await mend(row)}${row.unmended ? `, ${row.unmended}` : ""}`;
}

for (const row of ROWS) {
  test(`${row.package} ${versionOf(row.package)} corrupts: ${row.corrupts}`, async (t) => t.diagnostic(await check(row)));
}

// Histories that continue at another vendor, over one ledger: corruptions of frameworks are detected, and nothing of one vendor is sent to another.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { pkg } from "../../../scripts/paths.mjs";
import { switches } from "../corruptions/switches.mjs";
import { drivers } from "../drivers/ai-sdk.mjs";
import { adapters, noted, openVendor } from "../vendor.mjs";
import { assertLocked, versionOf } from "../versions.mjs";

const { Ledger } = await import(pathToFileURL(join(pkg, "start", "node.js")).href);
const PROVIDERS = ["@ai-sdk/anthropic", "@ai-sdk/openai", "@ai-sdk/google"];

/** Moves a history from client to client, a step in each. Returns the error that ended it, if any. */
async function goOn(opens, { mode, isStream, plan }) {
  const vendor = await openVendor(2);
  const { told, hooks } = noted();
  const ledger = new Ledger();
  Object.assign(vendor, { calls: 1, plan });
  try {
    let history;
    for (const open of opens) {
      const talk = open(vendor, { mode, ledger, ...hooks });
      if (history) talk.history.push(...history);
      else talk.ask("Find the file, then tell me.");
      const fault = await talk.step(isStream, (name) => `${name} is done`).then(() => undefined, (error) => error);
      await adapters.guardOf(talk.client).settled();
      if (fault) return { fault, told, vendor };
      history = talk.history;
    }
    return { told, vendor };
  } finally {
    await vendor.close();
  }
}

/** Returns the rules whose fixes were applied. */
const rulesRepaired = ({ repaired }) => [...new Set(repaired.flatMap(({ applied }) => applied).flatMap(({ mended }) => mended.map(({ rule }) => rule)))];

async function check({ from, to, plan, throws, isLost, rule, removes = [], unmended, ...row }) {
  assertLocked(row.package);
  for (const mode of ["observe", "repair"]) {
    const { fault, told, vendor } = await goOn([from, to], { mode, isStream: false, plan });
    assert.deepEqual(told.error, []);
    assert.deepEqual(rulesRepaired(told), mode === "repair" ? removes : [], "it is mended: `unmended` can go");
    if (throws) assert.match(fault?.message ?? "nothing was thrown: the row can go", throws);
    if (throws) assert.equal(vendor.log.length, 1);
    if (throws) continue;
    assert.ok(isLost(JSON.parse(vendor.received.at(-1))), "it is corrupted no more: the row can go");
    const { verdict, findings } = told.report.at(-1).report;
    assert.ok(/rejected/.test(verdict) && findings.some((finding) => finding.rule === rule), `${verdict}: ${findings.map((finding) => finding.rule)}`);
    assert.ok(vendor.log.at(-1).refusal, "what is told to be refused is taken");
  }
  return `${rule ? `${rule}; refused` : "no request"}, ${unmended}`;
}

/** The AI SDK leaves out the thoughts of other vendors, and a repair does not restore them. */
async function checkProviders(isStream) {
  for (const name of PROVIDERS) assertLocked(name);
  const opens = PROVIDERS.map((name) => drivers.find(({ client }) => client === name).open);
  for (const first of opens.keys()) {
    const order = [...opens.slice(first), ...opens.slice(0, first), opens[first]];
    const { fault, told, vendor } = await goOn(order, { mode: "repair", isStream, plan: { runs: [["text"]] } });
    assert.deepEqual([fault, ...told.error], [undefined]);
    assert.deepEqual(told.repaired, []);
    assert.deepEqual(vendor.log.map(({ status }) => status), order.map(() => 200));
    assert.deepEqual(told.report.filter(({ report }) => report.verdict !== "accepted"), []);
  }
  return `${opens.length} orders of ${PROVIDERS.map((name) => `${name} ${versionOf(name)}`).join(", ")}`;
}

for (const row of switches) {
  test(`${row.package} ${versionOf(row.package)} corrupts a foreign history: ${row.corrupts}`, async (t) => t.diagnostic(await check(row)));
}

for (const isStream of [false, true]) {
  test(`a history goes from vendor to vendor in the AI SDK, ${isStream ? "streamed" : "whole"}`, async (t) => t.diagnostic(await checkProviders(isStream)));
}

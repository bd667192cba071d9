// All checks of the simulator, in one process and in this order: some need the rules and literals that earlier ones reached.
import { after, before } from "node:test";
import { NOT_ENFORCED } from "./catalogue.mjs";
import { lostRules, refusedRules } from "./verdict.mjs";

const FILES = ["accepted", "streams", "spelled", "served", "contracts", "reached", "literals", "observed", "recorded", "http", "crowded", "covered", "mended", "repairs", "rewritten", "round-trips", "converted"];

// No test begins before all are registered: node:test would end when the first files are done and the others are still being read.
let begin;
const registered = new Promise((resolve) => (begin = resolve));
before(() => registered);
for (const name of FILES) await import(`./checks/${name}.test.mjs`);
begin();

if (process.env.RETHOUGHT_TABLE) after(printTable);

/** Prints the results of each damage and of each rule. */
async function printTable() {
  const { outcomes } = await import("./checks/reached.test.mjs");
  for (const [name, { applied, refused, lost }] of outcomes) {
    const words = [...[...refused].map(([rule, status]) => `${status} ${rule}`), ...[...lost.keys()].map((rule) => `lost ${rule}`)];
    if (applied) console.log(`     ${name}: ${words.join(", ") || "taken"}`);
  }
  console.log(`enforced: ${[...refusedRules].sort().join(" ")}`);
  console.log(`reported as lost: ${[...lostRules].sort().join(" ")}`);
  console.log("left out:");
  for (const [rule, reason] of Object.entries(NOT_ENFORCED)) console.log(`  ${rule}: ${reason}`);
}

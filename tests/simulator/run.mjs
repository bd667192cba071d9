// The simulator tested against itself and against the facts. node tests/simulator/run.mjs [part of a name]; --table prints what each damage did.
import { checks as accepted } from "./checks/accepted.mjs";
import { checks as contracts } from "./checks/contracts.mjs";
import { checks as converted } from "./checks/converted.mjs";
import { checks as covered } from "./checks/covered.mjs";
import { checks as crowded } from "./checks/crowded.mjs";
import { checks as http } from "./checks/http.mjs";
import { checks as journeys } from "./checks/journeys.mjs";
import { checks as literals } from "./checks/literals.mjs";
import { checks as mended } from "./checks/mended.mjs";
import { checks as observed } from "./checks/observed.mjs";
import { checks as reached, outcomes } from "./checks/reached.mjs";
import { checks as recorded } from "./checks/recorded.mjs";
import { checks as repairs } from "./checks/repairs.mjs";
import { checks as rewritten } from "./checks/rewritten.mjs";
import { checks as spelled } from "./checks/spelled.mjs";
import { checks as served } from "./checks/served.mjs";
import { checks as streams } from "./checks/streams.mjs";
import { NOT_ENFORCED } from "./catalogue.mjs";
import { lostRules, refusedRules } from "./verdict.mjs";
import { closeSuite, runChecks } from "../closing.mjs";

const only = process.argv.slice(2).find((one) => !one.startsWith("--")) ?? "";
const all = [...accepted, ...streams, ...spelled, ...served, ...contracts, ...reached, ...literals, ...observed, ...recorded, ...http, ...crowded, ...covered, ...mended, ...repairs, ...rewritten, ...journeys, ...converted];
const counts = await runChecks(all.filter(([name]) => name.includes(only)));

if (process.argv.includes("--table")) {
  for (const [name, { applied, refused, lost }] of outcomes) {
    const words = [...[...refused].map(([rule, status]) => `${status} ${rule}`), ...[...lost.keys()].map((rule) => `lost ${rule}`)];
    if (applied) console.log(`     ${name}: ${words.join(", ") || "taken"}`);
  }
}
if (!only) {
  console.log(`enforced: ${[...refusedRules].sort().join(" ")}`);
  console.log(`reported as lost: ${[...lostRules].sort().join(" ")}`);
  console.log("left out:");
  for (const [rule, reason] of Object.entries(NOT_ENFORCED)) console.log(`  ${rule}: ${reason}`);
}
closeSuite(counts);

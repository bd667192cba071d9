// npm test: every check there is, one after another, each with its own count.
// npm test -- --only <step> runs one; npm test -- --list names them.
import { report, Stop } from "./command.mjs";
import { publish } from "./steps/publish.mjs";
import { rust, style } from "./steps/rust.mjs";
import { suites } from "./steps/suites.mjs";
import { wasm } from "./steps/wasm.mjs";
import { ensureNode } from "./tools.mjs";

/** A step is a name and a function that resolves to {passed, failed, note}, or throws a Stop. */
const STEPS = [style, rust, wasm, publish, ...suites()];

let passed = 0;
let failed = 0;

async function main(args) {
  ensureNode();
  if (args.includes("--list")) return console.log(STEPS.map((step) => step.name).join("\n"));
  for (const step of chosen(args)) {
    console.log(`… ${step.name}: ${step.about}`);
    const start = Date.now();
    const result = await step.run();
    passed += result.passed;
    failed += result.failed ?? 0;
    if (result.failed) throw new Stop(`${step.name}: ${result.failed} failed.`, result);
    // A suite that ran nothing looks like one that passed; it is the commonest way for tests to stop testing.
    if (!result.passed) throw new Stop(`${step.name} ran no tests.`, { todo: "Find out why they were skipped; a step without tests does not pass." });
    console.log(`✓ ${step.name}: ${result.passed} passed in ${((Date.now() - start) / 1000).toFixed(1)} s${result.note ? `, ${result.note}` : ""}`);
  }
}

function chosen(args) {
  const at = args.indexOf("--only");
  if (at < 0) return STEPS;
  const found = STEPS.filter((step) => step.name === args[at + 1]);
  if (found.length) return found;
  throw new Stop(`There is no step «${args[at + 1] ?? ""}».`, { todo: `Steps: ${STEPS.map((step) => step.name).join(", ")}.` });
}

const args = process.argv.slice(2);
await main(args).catch((error) => {
  // What failed without a count of its own still is a failure in the sum.
  failed ||= 1;
  report(error);
});
if (!args.includes("--list")) console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

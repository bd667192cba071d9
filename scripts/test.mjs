// npm test: every check there is, one after another, each with its own count.
// npm test -- --only <step> runs one; npm test -- --list names them.
import { report, Stop } from "./command.mjs";
import { reasonsOf } from "./steps/counts.mjs";
import { publish } from "./steps/publish.mjs";
import { rust, style } from "./steps/rust.mjs";
import { suites } from "./steps/suites.mjs";
import { wasm } from "./steps/wasm.mjs";
import { ensureNode } from "./tools.mjs";

/** A step is a name and a function that resolves to {passed, failed, skipped, skips, note}, or throws a Stop. */
const STEPS = [style, rust, wasm, publish, ...suites()];

const total = { passed: 0, failed: 0, skipped: 0 };

async function main(args) {
  ensureNode();
  if (args.includes("--list")) return console.log(STEPS.map((step) => step.name).join("\n"));
  for (const step of chosen(args)) {
    console.log(`… ${step.name}: ${step.about}`);
    const start = Date.now();
    const { passed, failed = 0, skipped = 0, skips = [], note, ...fault } = await step.run();
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    if (failed) throw new Stop(`${step.name}: ${failed} failed.`, fault);
    // A suite that ran nothing looks like one that passed; it is the commonest way for tests to stop testing.
    if (!passed && !skipped) throw new Stop(`${step.name} ran no tests.`, { todo: "Find out why; a step without tests does not pass." });
    const counts = `${passed} passed${skipped ? `, ${skipped} skipped (${reasonsOf(skips) || "no reason is given"})` : ""}`;
    console.log(`✓ ${step.name}: ${counts} in ${((Date.now() - start) / 1000).toFixed(1)} s${note ? `, ${note}` : ""}`);
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
  // A step that stopped without a count of its own is a failure in the sum all the same.
  total.failed ||= 1;
  report(error);
});
if (!args.includes("--list")) console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed ? 1 : 0;

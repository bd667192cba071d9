// npm test: all checks, each with its own count, in two parallel lanes; checks that are sensitive to load run last and alone. npm test -- --only
// <step> runs one; npm test -- --list names them.
import { report, Stop } from "./command.mjs";
import { reasonsOf } from "./steps/counts.mjs";
import { publish } from "./steps/publish.mjs";
import { rust, style } from "./steps/rust.mjs";
import { suites } from "./steps/suites.mjs";
import { wasm } from "./steps/wasm.mjs";
import { ensureComponents, ensureWasmTarget } from "./tools.mjs";

/** The suites in browsers wait for pages with a clock in hand. */
const ALONE = ["inspector", "report", "site"];
/** The suites that take longest come first, so that no lane ends long before the other. */
const LONGEST = ["behaviour", "durability", "simulator", "package"];

/**
 * A step is a name and a function that resolves to {passed, failed, skipped, skips, note}, or throws a Stop. Compiling and linking mostly use one
 * core, and so does a suite of Node: two lanes keep two cores busy. Cargo's steps wait for each other anyway, so one lane has them all, and then
 * helps the other.
 */
const RUST = [style, rust, wasm];
const isLong = ({ name }) => LONGEST.includes(name);
const beside = suites().filter(({ name }) => !ALONE.includes(name));
const PACKAGE = [publish, ...beside.filter(isLong), ...beside.filter((suite) => !isLong(suite))];
const LAST = suites().filter(({ name }) => ALONE.includes(name));
const STEPS = [...RUST, ...PACKAGE, ...LAST];

const total = { passed: 0, failed: 0, skipped: 0 };

async function main(args) {
  if (args.includes("--list")) return console.log(STEPS.map((step) => step.name).join("\n"));
  const only = chosen(args);
  if (only) return runStep(only);
  // Both lanes need them, and rustup adds only one at a time.
  await ensureComponents();
  await ensureWasmTarget();
  const waiting = [...PACKAGE];
  await Promise.all([runLane([...RUST]).then(() => runLane(waiting)), runLane(waiting)]);
  await runLane([...LAST]);
}

/** Runs steps from the front of a list, which may be that of the other lane, until there are none. A failure does not keep the others from running. */
async function runLane(waiting) {
  while (waiting.length) await runStep(waiting.shift()).catch(countFailure);
}

/** A step that stopped without a count is still a failure in the sum. */
function countFailure(error) {
  total.failed ||= 1;
  report(error);
}

async function runStep(step) {
  console.log(`… ${step.name}: ${step.about}`);
  const start = Date.now();
  const { passed, failed = 0, skipped = 0, skips = [], note, ...fault } = await step.run();
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed) throw new Stop(`${step.name}: ${failed} failed.`, fault);
  // A suite that ran nothing looks like one that passed. Tests most often stop testing in this way.
  if (!passed && !skipped) throw new Stop(`${step.name} ran no tests.`, { todo: "Find out why; a step without tests does not pass." });
  const counts = `${passed} passed${skipped ? `, ${skipped} skipped (${reasonsOf(skips) || "no reason is given"})` : ""}`;
  console.log(`✓ ${step.name}: ${counts} in ${((Date.now() - start) / 1000).toFixed(1)} s${note ? `, ${note}` : ""}`);
}

function chosen(args) {
  const at = args.indexOf("--only");
  if (at < 0 && args.length) throw new Stop(`There is no option «${args[0]}».`, { todo: "Options: --only <step>, --list." });
  if (at < 0) return undefined;
  const found = STEPS.find((step) => step.name === args[at + 1]);
  if (found) return found;
  throw new Stop(`There is no step «${args[at + 1] ?? ""}».`, { todo: `Steps: ${STEPS.map((step) => step.name).join(", ")}.` });
}

const args = process.argv.slice(2);
await main(args).catch(countFailure);
if (!args.includes("--list")) console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed ? 1 : 0;

// npm run prove: the laws over more cases than npm test has time for, the cost of every call on twice the input, and fuzzing. It takes about an hour.
// npm run prove -- cro comp runs the steps whose names contain one of these.
import { report, Stop } from "./command.mjs";
import { reasonsOf } from "./steps/counts.mjs";
import { laws } from "./steps/laws.mjs";
import { ensureNode } from "./tools.mjs";

const total = { passed: 0, failed: 0, skipped: 0 };

async function main(parts) {
  ensureNode();
  const chosen = laws.filter(({ name }) => !parts.length || parts.some((part) => name.includes(part)));
  if (!chosen.length) throw new Stop(`No step has «${parts.join("» or «")}» in its name.`, { todo: `Steps: ${laws.map(({ name }) => name).join(", ")}.` });
  const broken = [];
  for (const { name, about, run } of chosen) {
    console.log(`… ${name}: ${about}`);
    const start = Date.now();
    const { passed, failed, skipped, skips, figures } = await run();
    total.passed += passed;
    total.failed += failed || Number(!passed && !skipped);
    total.skipped += skipped;
    if (figures) console.log(figures.replace(/^/gm, "    "));
    const holds = !failed && passed + skipped > 0;
    if (!holds) broken.push(name);
    const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped (${reasonsOf(skips)})` : ""}`;
    const verdict = !holds ? "does not hold" : passed ? "holds" : "was not tried";
    console.log(`${holds ? (passed ? "✓" : "–") : "✗"} ${name}: ${verdict}, ${counts}, ${((Date.now() - start) / 1000).toFixed(0)} s`);
  }
  if (broken.length) throw new Stop(`Not proved: ${broken.join(", ")}.`, { todo: "The whole output of each is in target/logs." });
}

await main(process.argv.slice(2)).catch((error) => {
  total.failed ||= 1;
  report(error);
});
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed ? 1 : 0;

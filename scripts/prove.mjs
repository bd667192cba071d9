// npm run prove: the laws of the ledger over so many cases that npm test has no time for, and what every call costs on twice the input.
// npm run prove -- cro comp runs the steps whose names have one of these in them.
import { report, Stop } from "./command.mjs";
import { laws } from "./steps/laws.mjs";
import { ensureNode } from "./tools.mjs";

async function main(parts) {
  ensureNode();
  const chosen = laws.filter(({ name }) => !parts.length || parts.some((part) => name.includes(part)));
  if (!chosen.length) throw new Stop(`No step has «${parts.join("» or «")}» in its name.`, { todo: `Steps: ${laws.map(({ name }) => name).join(", ")}.` });
  const broken = [];
  for (const { name, about, run } of chosen) {
    console.log(`… ${name}: ${about}`);
    const start = Date.now();
    const { holds, figures } = await run();
    console.log(figures.replace(/^/gm, "    "));
    console.log(`${holds ? "✓" : "✗"} ${name}: ${holds ? "holds" : "does not hold"}, ${((Date.now() - start) / 1000).toFixed(0)} s`);
    if (!holds) broken.push(name);
  }
  if (broken.length) throw new Stop(`Not proved: ${broken.join(", ")}.`, { todo: "The whole output of each is in target/logs." });
}

await main(process.argv.slice(2)).catch(report);

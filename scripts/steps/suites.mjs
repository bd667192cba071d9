// Every folder of tests/ with a run.mjs is a suite: a program that prints `N passed, N failed, N skipped` last.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "../build.mjs";
import { endOf, run, Stop } from "../command.mjs";
import { ensurePackages } from "../npm.mjs";
import { tests } from "../paths.mjs";
import { suiteCounts } from "./counts.mjs";

export function suites() {
  const names = readdirSync(tests).filter((name) => existsSync(join(tests, name, "run.mjs")));
  return names.sort().map((name) => ({ name, about: `tests/${name}`, run: () => runSuite(name) }));
}

async function runSuite(name) {
  await ensurePackages(tests);
  await build();
  const todo = `Run node tests/${name}/run.mjs to see it by itself.`;
  const program = join(tests, name, "run.mjs");
  const text = await run(process.execPath, [program], { log: `suite-${name}`, todo, counted: (text) => suiteCounts(text)?.failed > 0 });
  const counts = suiteCounts(text);
  if (!counts) throw new Stop(`tests/${name}/run.mjs did not close with «N passed, N failed, N skipped».`, { todo });
  // A failed test, with its difference and its stack below it.
  const faults = text.split("\n").filter((line) => /^FAIL|^ {5}\| /.test(line));
  return { ...counts, todo, tail: faults.length ? faults.slice(0, 60).join("\n") : endOf(text) };
}

// Every folder of tests/ and tests/services/ with a run.mjs is a suite: a program that prints `N passed, N failed, N skipped` last.
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "../build.mjs";
import { endOf, run, Stop } from "../command.mjs";
import { ensurePackages } from "../npm.mjs";
import { root, services, tests } from "../paths.mjs";
import { suiteCounts } from "./counts.mjs";

export function suites() {
  return [...foldersOf(tests), ...foldersOf(services)].map(suiteIn).sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the program of a suite. The name of a suite is that of its folder, without the service that the folder names. */
export const programOf = (name) => join([...foldersOf(tests), ...foldersOf(services)].find((folder) => nameOf(folder) === name), "run.mjs");

const foldersOf = (parent) => readdirSync(parent).map((name) => join(parent, name)).filter((folder) => existsSync(join(folder, "run.mjs")));

const nameOf = (folder) => relative(services, folder).replace(/^[a-z]+-/, "").replace(/^\.\.\//, "");

const suiteIn = (folder) => ({ name: nameOf(folder), about: relative(root, folder), run: () => runSuite(nameOf(folder), folder) });

async function runSuite(name, folder) {
  await ensurePackages(tests);
  await build();
  const program = join(folder, "run.mjs");
  const todo = `Run node ${relative(root, program)} to see it by itself.`;
  const text = await run(process.execPath, [program], { log: `suite-${name}`, todo, counted: (text) => suiteCounts(text)?.failed > 0 });
  const counts = suiteCounts(text);
  if (!counts) throw new Stop(`${relative(root, program)} did not close with «N passed, N failed, N skipped».`, { todo });
  // A failed test, with its difference and its stack below it.
  const faults = text.split("\n").filter((line) => /^FAIL|^ {5}\| /.test(line));
  return { ...counts, todo, tail: faults.length ? faults.slice(0, 60).join("\n") : endOf(text) };
}

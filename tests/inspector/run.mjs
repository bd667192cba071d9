// The inspector, asked in real browsers: `node --test` over the files beside this one.
// node tests/inspector/run.mjs [part of a name]   runs all, or those whose name has that part.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "../../scripts/chromium.mjs";
import { report } from "../../scripts/command.mjs";
import { ensureFirefox } from "../../scripts/firefox.mjs";
import { ensurePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { buildPage } from "../../scripts/www.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(here).filter((name) => name.endsWith(".test.mjs") && name.includes(process.argv[2] ?? ""));
const counts = { pass: 0, fail: 1 };
try {
  await ensurePackages(tests);
  await ensureChromium();
  if (!(await ensureFirefox())) console.log("Firefox was not found and could not be installed: Chromium only");
  // Once, before files that run at the same time would each begin it.
  await buildPage();
  const result = spawnSync(process.execPath, ["--test", "--test-reporter=tap", "--test-concurrency=2", ...files], { cwd: here, encoding: "utf8", maxBuffer: 1 << 28 });
  process.stdout.write(result.stdout.split("\n").filter((line) => !/^\s*(duration_ms|---|\.\.\.|type:)/.test(line)).join("\n"));
  for (const [, name] of result.stdout.matchAll(/^\s*not ok \d+ - (.*)$/gm)) console.log(`FAIL ${name}`);
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(result.stdout)?.[1] ?? NaN);
  Object.assign(counts, { pass: count("pass"), fail: count("fail") });
} catch (error) {
  report(error);
}
console.log(`${counts.pass} passed, ${counts.fail} failed`);
process.exitCode = counts.fail === 0 && counts.pass > 0 ? 0 : 1;

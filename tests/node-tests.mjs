// `node --test` over files, for the suites that are made of them.
import { spawnSync } from "node:child_process";
import { printSkipped } from "./closing.mjs";

/** Runs the files, prints what they print, each failure and each skipped test once more with its reason, and returns the counts. */
export function runNodeTests(files, { flags = [], ...options }) {
  const { stdout } = spawnSync(process.execPath, ["--test", "--test-reporter=tap", ...flags, ...files], { encoding: "utf8", maxBuffer: 1 << 28, ...options });
  console.log(stdout.split("\n").filter((line) => !/^\s*(duration_ms|---|\.\.\.|type:)/.test(line)).join("\n"));
  for (const { name, seconds } of slowest(stdout)) console.log(`slow: ${seconds.toFixed(1)} s ${name}`);
  for (const { name, reason } of failures(stdout)) console.log(`FAIL ${name}: ${reason}`);
  for (const error of strayErrors(stdout)) console.log(`FAIL outside of any test: ${error}`);
  for (const { name, reason } of skips(stdout)) printSkipped(name, reason);
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(stdout)?.[1] ?? NaN);
  return { passed: count("pass"), failed: count("fail") + count("cancelled"), skipped: count("skipped") + count("todo") };
}

/** The five tests that took longest, of those that took more than a second: where a suite that has become slow is to be looked at. */
function slowest(text) {
  const all = [...text.matchAll(/^ *(?:not )?ok \d+ - (.*)\n *---\n *duration_ms: ([\d.]+)/gm)].map(([, name, duration]) => ({ name, seconds: duration / 1000 }));
  return all.filter(({ seconds }) => seconds > 1).sort((one, other) => other.seconds - one.seconds).slice(0, 5);
}

/** The tests that failed, from what the TAP reporter printed; the reason is the beginning of the error, on one line. */
function failures(text) {
  return [...text.matchAll(/^( *)not ok \d+ - (.*)\n((?:\1  .*\n|\n)*)/gm)].map(([, , name, told]) => {
    const [, error = ""] = /^ *error: (?:\|-\n)?((?:.*\n)*?) *(?:code|name|expected|stack|\.\.\.)\b/m.exec(told) ?? [];
    return { name, reason: error.replaceAll(/\s+/g, " ").trim().slice(0, 300) };
  });
}

/** The errors that no test waited for; they fail their file, and the runner names only the file. */
function strayErrors(text) {
  return [...new Set([...text.matchAll(/^# Error: (.*)$/gm)].map(([, error]) => error))].slice(0, 3);
}

/** The tests that were skipped, with the reason that they gave. */
function skips(text) {
  return [...text.matchAll(/^ *ok \d+ - (.*) # (?:SKIP|TODO) ?(.*)$/gm)].map(([, name, reason]) => ({ name, reason: reason.trim() || "no reason is given" }));
}

// One program in every runtime and bundler, with the same output everywhere.
import { equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, describe } from "node:test";
import { pack } from "../../../scripts/pack.mjs";
import { openBrowser } from "./browser.mjs";
import { scratchProject } from "./scratch.mjs";

const FAMILIES = ["servers", "workers", "pages", "bundlers", "contents"];
/** The runtime that all others are compared with. */
const REFERENCE = "node 20 import";
const AT_ONCE = 2;
const survived = readFileSync(new URL("./traps.txt", import.meta.url), "utf8");

const tarball = await pack();
const project = await scratchProject(tarball);
let opened;
after(async () => {
  await (await opened)?.close();
  project.remove();
});

const world = { folder: project.folder, tarball, browser: () => (opened ??= openBrowser(project.folder)) };
const cases = (await Promise.all(FAMILIES.map((family) => import(`./${family}.mjs`)))).flatMap((family) => family.cases(world));
const runtimes = cases.filter(({ run }) => run);
const results = new Map();

/** Returns the output of the program in a runtime; it runs once for all tests. */
function resultIn(runtime) {
  if (!results.has(runtime)) results.set(runtime, runtime.run().then(JSON.parse));
  return results.get(runtime);
}

/** Fails at the first line that differs: the whole texts are too long for a difference. */
function sameLines(got, wanted) {
  ok(got.trim(), "it gave no text");
  const [is, was] = [got, wanted].map((text) => text.split("\n"));
  const at = was.findIndex((line, nth) => line !== is[nth]);
  equal(is[at], was[at], `line ${at + 1}`);
  equal(is.length, was.length, "lines");
}

function speed(times) {
  if (times.wholeOf2013Deaths) return `2013 deaths and their checks in ${times.wholeOf2013Deaths.toFixed(0)} ms`;
  const worst = Math.max(...["panic", "stack", "depth", "memory"].map((kind) => times[kind]));
  return `recovery ${times.eachOf2000.toFixed(2)} ms, slowest ${worst.toFixed(1)} ms`;
}

describe("side by side", { concurrency: AT_ONCE }, () => {
  for (const runtime of runtimes) {
    test(`${runtime.name}: the same text`, async (t) => {
      const { conformance } = await resultIn(runtime);
      sameLines(conformance, (await resultIn(runtimes.find(({ name }) => name === REFERENCE))).conformance);
      t.diagnostic(`${conformance.length} characters`);
    });
  }
  for (const runtime of runtimes) {
    test(`${runtime.name}: it survives traps`, async (t) => {
      const { traps, times } = await resultIn(runtime);
      sameLines(traps, survived);
      t.diagnostic(speed(times));
    });
  }
  for (const { name, check } of cases.filter(({ check, alone }) => check && !alone)) test(name, async (t) => t.diagnostic(await check()));
});

for (const { name, check } of cases.filter(({ alone }) => alone)) test(name, async (t) => t.diagnostic(await check()));

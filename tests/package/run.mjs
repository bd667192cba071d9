// The package matrix: one program in every runtime and bundler, and everywhere the same bytes.
// node tests/package/run.mjs [part of a name]   runs all, or those whose name has that part.
import { readFileSync } from "node:fs";
import { report, Stop } from "../../scripts/command.mjs";
import { ensurePackages } from "../../scripts/npm.mjs";
import { pack } from "../../scripts/pack.mjs";
import { tests } from "../../scripts/paths.mjs";
import { closeSuite } from "../closing.mjs";
import { openBrowser } from "./browser.mjs";
import { scratchProject } from "./scratch.mjs";

const FAMILIES = ["servers", "workers", "pages", "bundlers", "contents"];
const REFERENCE = "node 20 import";
const AT_ONCE = 2;
const survived = readFileSync(new URL("./traps.txt", import.meta.url), "utf8");
const only = process.argv[2] ?? "";

let passed = 0;
let failed = 0;
let reference;

async function main() {
  await ensurePackages(tests);
  const tarball = await pack();
  const project = await scratchProject(tarball);
  let opened;
  try {
    const browser = () => (opened ??= openBrowser(project.folder));
    const world = { folder: project.folder, tarball, browser };
    const all = [];
    for (const family of FAMILIES) all.push(...(await import(`./${family}.mjs`)).cases(world));
    const first = all.find((one) => one.name === REFERENCE);
    const rest = all.filter((one) => one !== first && one.name.includes(only));
    await attempt(first);
    if (!reference) throw new Stop(`${REFERENCE} gave no text, so there is nothing to compare the others with.`);
    const queue = rest.filter((one) => !one.alone);
    await Promise.all(Array.from({ length: AT_ONCE }, async () => { while (queue.length) await attempt(queue.shift()); }));
    for (const one of rest.filter((one) => one.alone)) await attempt(one);
  } finally {
    await (await opened)?.close();
    project.remove();
  }
}

/** One runtime, one line; two tests each where it ran the program: the text and the traps. */
async function attempt(one) {
  const start = Date.now();
  const faults = [];
  const notes = [];
  const judge = (fault, note) => (fault ? (failed++, faults.push(fault)) : (passed++, notes.push(note)));
  try {
    if (one.check) judge("", await one.check());
    else {
      const result = JSON.parse(await one.run());
      reference ??= result.conformance;
      judge(difference(reference, result.conformance), `same ${result.conformance.length} characters`);
      judge(difference(survived, result.traps), speed(result.times));
    }
  } catch (error) {
    judge(error.message);
  }
  const words = faults.length ? faults : notes;
  console.log(`${faults.length ? "FAIL" : "ok  "} ${one.name.padEnd(39)} ${((Date.now() - start) / 1000).toFixed(1)} s  ${brief(words.join("; "))}`);
}

/** A program that died prints its stack: its error is the line that names one, the rest goes below it. */
function brief(text) {
  const lines = text.split("\n").filter((line) => line.trim()).map((line) => line.slice(0, 300));
  if (lines.length < 2) return text;
  return `${lines.find((line) => /error:/i.test(line)) ?? lines[0]}\n${lines.slice(0, 12).join("\n").replace(/^/gm, "     | ")}`;
}

/** The first line that is not the same, in words; nothing if all are. */
function difference(wanted, got) {
  if (wanted === got && got.trim()) return "";
  const [left, right] = [wanted.split("\n"), got.split("\n")];
  const at = left.findIndex((text, index) => text !== right[index]);
  return at < 0 ? "gave no text, or more lines than wanted" : `line ${at + 1} should be «${left[at]}» and is «${right[at] ?? "absent"}»`;
}

function speed(times) {
  if (times.wholeOf2013Deaths) return `2013 deaths and their checks in ${times.wholeOf2013Deaths.toFixed(0)} ms`;
  const worst = Math.max(...["panic", "stack", "depth", "memory"].map((kind) => times[kind]));
  return `recovery ${times.eachOf2000.toFixed(2)} ms, slowest ${worst.toFixed(1)} ms`;
}

await main().catch((error) => (failed++, report(error)));
closeSuite({ passed, failed });

// Runs `rethought report` of the built package in a scratch folder.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { moduleOf } from "../../../scripts/load-package.mjs";
import { pkg } from "../../../scripts/paths.mjs";

const { readSource } = await moduleOf("batch/summary/read-source.js");
const { empty, writeSummary } = await moduleOf("batch/summary/summary.js");

export const folder = mkdtempSync(join(tmpdir(), "rethought-report-"));
const home = process.cwd();
process.chdir(folder);
after(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a file into the folder, and returns its name. */
export function file(name, content) {
  writeFileSync(join(folder, name), content);
  return name;
}

export const textOf = (name) => readFileSync(join(folder, name), "utf8");

/** Runs the command. Returns its exit code and its output. */
export function run(args, { input, command = "report" } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(pkg, "cli", "index.js"), command, ...args], { cwd: folder, input, encoding: "utf8", maxBuffer: 1 << 28 });
  return { status, stdout, stderr };
}

/** Returns the summary of files, without a separate process. */
export async function summaryOf(...names) {
  const summary = empty();
  for (const name of names) await readSource(name, summary);
  return JSON.parse(JSON.stringify(writeSummary(summary)));
}

// Runs `rethought report` of the built package in a scratch folder.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pkg } from "../../scripts/paths.mjs";

export const folder = mkdtempSync(join(tmpdir(), "rethought-report-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file into the folder, and returns its name. */
export function file(name, content) {
  writeFileSync(join(folder, name), content);
  return name;
}

export const textOf = (name) => readFileSync(join(folder, name), "utf8");

/** Runs the command; returns its exit code and what it printed. */
export function run(args, { input, command = "report" } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(pkg, "cli.js"), command, ...args], { cwd: folder, input, encoding: "utf8", maxBuffer: 1 << 28 });
  return { status, stdout, stderr };
}

/** The summary that the command makes of files. */
export const summaryOf = (...args) => JSON.parse(run([...args, "--format", "json"]).stdout);

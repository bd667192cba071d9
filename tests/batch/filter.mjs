// The command line as a filter: its input and its output.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pkg } from "../../scripts/paths.mjs";

export const CLI = join(pkg, "cli", "index.js");
export const isLong = Boolean(process.env.RETHOUGHT_LONG);

/** A folder for the files of a test file. It is removed after the tests. */
export const folder = mkdtempSync(join(tmpdir(), "rethought-batch-"));
after(() => rmSync(folder, { recursive: true, force: true }));

export function fileOf(name, content) {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/**
 * Runs the command line. `input` is its whole input, or a function that gets the process. Resolves to its exit code, its output as a buffer and as
 * lines, the parsed records before the closing one, the closing record, and its standard error.
 */
export async function run(args, input = "", { node = [], stdio = ["pipe", "pipe", "pipe"] } = {}) {
  const child = spawn(process.execPath, [...node, CLI, ...args], { stdio });
  const [output, told] = [child.stdout, child.stderr].map(collect);
  // A program that does not read to the end closes the pipe.
  child.stdin?.on("error", () => {});
  if (typeof input === "function") await input(child);
  else child.stdin?.end(input);
  const { code, signal } = await new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
  const bytes = await output;
  const lines = bytes.toString().split("\n").slice(0, -1);
  const records = lines.map(parsed);
  const closing = records.at(-1)?.rethought === "end" ? records.pop() : undefined;
  return { code, signal, bytes, lines, records, closing, told: (await told).toString() };
}

/** Runs a filter over lines. */
export const filter = (command, lines, ...options) => run([command, "--ndjson", ...options], lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));

async function collect(stream) {
  const chunks = [];
  if (stream) for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

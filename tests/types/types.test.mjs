// The types of the installed package against the seeds', in two compilers and two ways of resolving modules.
import { deepEqual, equal } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test, { after } from "node:test";
import { exampled } from "./doc-examples.mjs";
import { documented } from "./docs.mjs";
import { agreeing, readEntries } from "./entries.mjs";
import { generated, layOut, modules } from "./project.mjs";

const COMPILERS = { typescript: "5.9.3", typescript7: "7.0.2" };

const project = await layOut(process.env.RETHOUGHT_INSTALLED);
after(project.remove);

/** Returns the messages of a compiler for a project, line by line. */
function compile(compiler, config) {
  const tsc = join(modules, compiler, "bin", "tsc");
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", config, "--pretty", "false"], { cwd: project.folder, encoding: "utf8" });
  const said = `${stdout}${stderr}`.split("\n").filter((line) => line.trim());
  return status !== 0 && !said.length ? [`the compiler ended with ${status}`] : said;
}

const assertions = (file) => readFileSync(join(project.folder, file), "utf8").match(/\b(?:Expect|Refuse)<|@ts-expect-error/g)?.length ?? 0;

/** One test per file, and one for the compiler's other messages, especially in our own declarations. */
function testProject(compiler, version, { resolution, kind, files, config }) {
  let lines;
  const said = () => (lines ??= compile(compiler, config));
  const where = `${version} ${resolution}`;
  for (const file of files) test(`${where}: ${file} (${assertions(file)} assertions)`, () => deepEqual(said().filter((line) => line.startsWith(`${file}(`)), []));
  const isOf = (line) => files.some((file) => line.startsWith(`${file}(`));
  test(`${where}: nothing else is wrong with the ${kind} tests`, () => deepEqual(said().filter((line) => !isOf(line) && !line.startsWith(" ")), []));
}

for (const [compiler, version] of Object.entries(COMPILERS)) {
  test(`${compiler} is ${version}`, () => equal(JSON.parse(readFileSync(join(modules, compiler, "package.json"), "utf8")).version, version));
  for (const each of project.projects) testProject(compiler, version, each);
}

const types = generated(project.folder);
const entries = readEntries(project.folder);
for (const { name, faults } of [...documented(types.path, types.text), ...agreeing(project.folder, entries), ...exampled(project.folder, entries)]) {
  test(name, () => deepEqual(faults, []));
}

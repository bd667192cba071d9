// The types of the installed package against the seeds', in two compilers and two ways of resolving modules.
//   node tests/types/run.mjs [folder with node_modules/rethought]      the packed tarball, if no folder is given
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { closeSuite } from "../closing.mjs";
import { exampled } from "./doc-examples.mjs";
import { documented } from "./docs.mjs";
import { agreeing, readEntries } from "./entries.mjs";
import { generated, layOut, modules } from "./project.mjs";

const COMPILERS = { typescript: "5.9.3", typescript7: "7.0.2" };

let [passed, failed] = [0, 0];
const project = await layOut(process.argv[2]);
try {
  for (const [compiler, version] of Object.entries(COMPILERS)) {
    const found = JSON.parse(readFileSync(join(modules, compiler, "package.json"), "utf8")).version;
    report(`${compiler} is ${version}`, found === version ? [] : [`it is ${found}`]);
    for (const each of project.projects) compile(compiler, version, each);
  }
  const types = generated(project.folder);
  const entries = readEntries(project.folder);
  const checks = [...documented(types.path, types.text), ...agreeing(project.folder, entries), ...exampled(project.folder, entries)];
  for (const { name, faults } of checks) report(name, faults);
} finally {
  project.remove();
}
closeSuite({ passed, failed });

/** One check a test file, and one for whatever the compiler says elsewhere: in our own declarations above all. */
function compile(compiler, version, { resolution, kind, files, config }) {
  const tsc = join(modules, compiler, "bin", "tsc");
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", config, "--pretty", "false"], { cwd: project.folder, encoding: "utf8" });
  const said = `${stdout}${stderr}`.split("\n").filter((line) => line.trim());
  const where = `${version} ${resolution}`;
  for (const file of files) {
    const mine = said.filter((line) => line.startsWith(`${file}(`));
    report(`${where}: ${file} (${assertions(file)} assertions)`, mine);
  }
  const rest = said.filter((line) => !files.some((file) => line.startsWith(`${file}(`)) && !line.startsWith(" "));
  if (status !== 0 && said.length === 0) rest.push(`the compiler ended with ${status}`);
  report(`${where}: nothing else is wrong with the ${kind} tests`, rest);
}

function assertions(file) {
  return readFileSync(join(project.folder, file), "utf8").match(/\b(?:Expect|Refuse)<|@ts-expect-error/g)?.length ?? 0;
}

function report(name, faults) {
  if (faults.length) failed += 1;
  else passed += 1;
  console.log(`${faults.length ? "not ok" : "ok"} ${name}`);
  for (const fault of faults) console.log(`    ${fault}`);
}

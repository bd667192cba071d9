// npm run blast [-- <revision>]: compares the results of the working tree with those of a revision (default HEAD) over the cases, the simulator and
// recorded traffic.
import { createReadStream, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { compare, tell } from "./blast/compare.mjs";
import { sources } from "./blast/inputs.mjs";
import { report, run } from "./command.mjs";
import { pkg, root, target } from "./paths.mjs";

const folder = join(target, "blast");
const OBSERVE = join(root, "scripts", "blast", "observe.mjs");

async function main([revision = "HEAD"]) {
  for (const { name, is } of sources()) if (!is) console.log(`without ${name}: not there`);
  mkdirSync(folder, { recursive: true });
  const commit = (await run("git", ["rev-parse", "--verify", `${revision}^{commit}`], { log: "blast-revision" })).trim().split("\n").at(-1);
  console.log(`… ${revision} (${commit.slice(0, 7)})`);
  const before = await observe(await packageAt(commit), "before");
  console.log("… the working tree");
  await build();
  const after = await observe(pkg, "after");
  const differences = await compare(createReadStream(before), createReadStream(after));
  console.log(tell(differences));
  process.exitCode = differences.inputs.length ? 1 : 0;
}

/** Returns the package of a commit, built in a separate checkout that is kept for the next run. */
async function packageAt(commit) {
  const checkout = join(folder, commit.slice(0, 12));
  if (!existsSync(checkout)) await run("git", ["worktree", "add", "--detach", "--force", checkout, commit], { log: "blast-checkout" });
  await run(process.execPath, [join(checkout, "scripts", "build.mjs")], { log: "blast-build", cwd: checkout });
  return join(checkout, "pkg");
}

async function observe(folderOfPackage, name) {
  const file = join(folder, `${name}.ndjson`);
  await run(process.execPath, [OBSERVE, folderOfPackage, `${file}.part`], { log: `blast-${name}` });
  renameSync(`${file}.part`, file);
  return file;
}

await main(process.argv.slice(2)).catch(report);

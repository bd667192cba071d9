// Kills programs while they save: a ledger to a file and to a folder, as documented, and the command that repairs a file. It also tests a full disk.
// `node tests/durability/run.mjs [kills] [seed]`; RETHOUGHT_FIX_KILLS is the number of kills of the command, which restarts for each.
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pack } from "../../scripts/pack.mjs";
import { scratchProject } from "../services/browser-package/scratch.mjs";
import { runSuite, testFiles } from "../suite.mjs";

/** This many kills meet every moment of a write several times; npm run prove has ten times as many. */
const KILLS = "100";

const here = fileURLToPath(new URL(".", import.meta.url));
const [kills = KILLS, seed = "1"] = process.argv.slice(2);
const project = await scratchProject(await pack());
try {
  for (const name of readdirSync(here).filter((name) => name !== "run.mjs")) cpSync(join(here, name), join(project.folder, name));
  cpSync(join(here, "..", "random.mjs"), join(project.folder, "random.mjs"));
  // The tests run in separate processes, which do not have these arguments.
  Object.assign(process.env, { RETHOUGHT_KILLS: kills, RETHOUGHT_SEED: seed });
  process.chdir(project.folder);
  await runSuite(testFiles(pathToFileURL(`${project.folder}/`)));
} finally {
  project.remove();
}

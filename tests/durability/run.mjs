// Programs that are killed while they save: a ledger to a file and to a folder, as documented, and the command that mends a file. And a disk that is full.
// `node tests/durability/run.mjs [kills] [seed]`; RETHOUGHT_FIX_KILLS is the number of kills of the command, which has to start anew for each.
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawnSync } from "node:child_process";
import { pack } from "../../scripts/pack.mjs";
import { closeSuite } from "../closing.mjs";
import { scratchProject } from "../package/scratch.mjs";

/** So many meet every moment of a write several times; npm run prove has five times as many. */
const KILLS = "100";
const CLOSING = /^(\d+) passed, (\d+) failed\n$/m;

const here = fileURLToPath(new URL(".", import.meta.url));
const [kills = KILLS, ...seed] = process.argv.slice(2);
const programs = [["kills.mjs", kills, ...seed], ["folder-kills.mjs", kills, ...seed], ["fix-kills.mjs", process.env.RETHOUGHT_FIX_KILLS ?? "20", ...seed], ["full-disk.mjs"]];
const project = await scratchProject(await pack());
const counts = { passed: 0, failed: 0 };
try {
  for (const name of readdirSync(here).filter((name) => name !== "run.mjs")) cpSync(join(here, name), join(project.folder, name));
  cpSync(join(here, "..", "behaviour", "chance.mjs"), join(project.folder, "chance.mjs"));
  for (const program of programs) {
    const { stdout } = spawnSync(process.execPath, program, { cwd: project.folder, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
    // A program that died has no closing line, and has failed.
    const [, passed, failed] = CLOSING.exec(stdout) ?? [0, 0, 1];
    process.stdout.write(stdout.replace(CLOSING, ""));
    counts.passed += Number(passed);
    counts.failed += Number(failed);
  }
} finally {
  project.remove();
}
closeSuite(counts);

// Programs that are killed while they save: a ledger to a file and to a folder, as documented, and the command that mends a file.
// `node tests/durability/run.mjs [kills] [seed]`; RETHOUGHT_FIX_KILLS is the number of kills of the command, which has to start anew for each.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawnSync } from "node:child_process";
import { pack } from "../../scripts/pack.mjs";
import { scratchProject } from "../package/scratch.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const project = await scratchProject(await pack());
let status = 1;
try {
  for (const name of ["exchanges.mjs", "writer.mjs", "kills.mjs", "cuts.mjs", "folder-writer.mjs", "folder-kills.mjs", "fix-kills.mjs"]) cpSync(join(here, name), join(project.folder, name));
  cpSync(join(here, "..", "behaviour", "chance.mjs"), join(project.folder, "chance.mjs"));
  const given = process.argv.slice(2);
  const counts = [0, 0];
  const programs = [["kills.mjs", ...given], ["folder-kills.mjs", ...given], ["fix-kills.mjs", process.env.RETHOUGHT_FIX_KILLS ?? "20", ...given.slice(1)]];
  for (const program of programs) {
    const { stdout } = spawnSync(process.execPath, program, { cwd: project.folder, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
    const [, passed, failed] = /^(\d+) passed, (\d+) failed\n$/m.exec(stdout) ?? [0, 0, 1];
    process.stdout.write(stdout.replace(/^\d+ passed, \d+ failed\n$/m, ""));
    [passed, failed].forEach((count, nth) => (counts[nth] += Number(count)));
  }
  console.log(`${counts[0]} passed, ${counts[1]} failed`);
  status = counts[1] ? 1 : 0;
} finally {
  project.remove();
}
process.exitCode = status;

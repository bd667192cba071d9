// A ledger that is saved as documented, to a file and to a folder, in programs that are killed: `node tests/durability/run.mjs [kills] [seed]`.
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
  for (const name of ["exchanges.mjs", "writer.mjs", "kills.mjs", "cuts.mjs", "folder-writer.mjs", "folder-kills.mjs"]) cpSync(join(here, name), join(project.folder, name));
  cpSync(join(here, "..", "behaviour", "chance.mjs"), join(project.folder, "chance.mjs"));
  const given = process.argv.slice(2);
  const counts = [0, 0];
  for (const name of ["kills.mjs", "folder-kills.mjs"]) {
    const { stdout } = spawnSync(process.execPath, [name, ...given], { cwd: project.folder, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
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

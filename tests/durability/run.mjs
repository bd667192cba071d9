// A ledger that is saved as documented, in programs that are killed: `node tests/durability/run.mjs [kills] [seed]`.
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
  for (const name of ["exchanges.mjs", "writer.mjs", "kills.mjs", "cuts.mjs"]) cpSync(join(here, name), join(project.folder, name));
  cpSync(join(here, "..", "behaviour", "chance.mjs"), join(project.folder, "chance.mjs"));
  const given = process.argv.slice(2);
  status = spawnSync(process.execPath, ["kills.mjs", ...given], { cwd: project.folder, stdio: "inherit" }).status ?? 1;
} finally {
  project.remove();
}
process.exitCode = status;

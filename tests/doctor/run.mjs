// The doctor from the packed tarball: places, files, kills, commands. `node tests/doctor/run.mjs [file]...`; RETHOUGHT_LONG=1 has 1,000 kills and 200 MB.
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "../../scripts/pack.mjs";
import { scratchProject } from "../services/browser-package/scratch.mjs";
import { tests } from "../../scripts/paths.mjs";
import { claudeSignature } from "../handles.mjs";
import { runSuite } from "../suite.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2);
const project = await scratchProject(await pack());
try {
  for (const name of readdirSync(here).filter((name) => name !== "run.mjs")) cpSync(join(here, name), join(project.folder, name), { recursive: true });
  for (const name of ["random.mjs", "handles.mjs"]) cpSync(join(here, "..", name), join(project.folder, name));
  writeFileSync(join(project.folder, "signature.txt"), claudeSignature("rows"));
  process.env.NODE_WITH_SQLITE ??= join(tests, "node_modules", "node24-x64", "bin", "node");
  const files = readdirSync(here).filter((name) => name.endsWith(".test.mjs") && (!wanted.length || wanted.includes(name.replace(".test.mjs", ""))));
  process.chdir(project.folder);
  await runSuite(files.map((name) => join(project.folder, name)));
} finally {
  project.remove();
}

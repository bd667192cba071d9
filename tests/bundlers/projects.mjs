// Makes a folder with the projects, and installs the packed tarball in its parent. Bundlers find their own packages in the folder of this suite.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { run } from "../../scripts/command.mjs";
import { pack } from "../../scripts/pack.mjs";

export const here = fileURLToPath(new URL(".", import.meta.url));

/** Makes the folder and returns its path. The folder is removed after the tests. `suite` is the folder whose packages the projects use. */
export async function installedProjects(name, suite = here) {
  const folder = join(suite, "target", name);
  after(() => rmSync(folder, { recursive: true, force: true }));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(here, "projects"), folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "projects", private: true, type: "module" }));
  // Offline: a package without dependencies installs from its tarball alone.
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", await pack()], { cwd: folder, log: `bundlers-install-${name}` });
  return folder;
}

// Installs the npm packages of a folder, again only when its lock file changed.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { run } from "./command.mjs";
import { holdLock } from "./lock.mjs";
import { root } from "./paths.mjs";
import { ensureNode } from "./tools.mjs";

export async function ensurePackages(folder) {
  ensureNode();
  const wanted = createHash("sha256").update(readFileSync(join(folder, "package-lock.json"))).digest("hex");
  const mark = join(folder, "node_modules", ".rethought-lock");
  const isInstalled = () => existsSync(mark) && readFileSync(mark, "utf8") === wanted;
  if (isInstalled()) return;
  await holdLock(`npm-${createHash("sha256").update(folder).digest("hex")}`, async () => {
    if (isInstalled()) return;
    await install(folder);
    writeFileSync(mark, wanted);
  });
}

/** Lets a folder use the packages of another one, which has the same versions: one lock file for both. */
export async function sharePackages(folder, owner) {
  await ensurePackages(owner);
  const link = join(folder, "node_modules");
  if (existsSync(link) && lstatSync(link).isSymbolicLink()) return;
  // An older checkout has separate packages here.
  rmSync(link, { recursive: true, force: true });
  symlinkSync(join(owner, "node_modules"), link, "junction");
}

async function install(folder) {
  const name = relative(root, folder) || "root";
  console.log(`installing the npm packages of ${name === "root" ? "the repository" : name}`);
  // No install scripts: every binary we use is a plain file of a platform package, and is called by its path.
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    log: `npm-ci-${name.replaceAll("/", "-")}`,
    todo: `Run npm ci in ${folder} to see the failure by itself.`,
  });
}

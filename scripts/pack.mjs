// Packs pkg/ as npm would publish it.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "./command.mjs";
import { pkg, target } from "./paths.mjs";
import { buildSite } from "./site.mjs";

/** Builds if needed and returns the path of the tarball. */
export async function pack() {
  await buildSite();
  const folder = join(target, "pack");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run("npm", ["pack", "--pack-destination", folder, "--ignore-scripts"], { cwd: pkg, log: "npm-pack" });
  const [tarball] = readdirSync(folder);
  return join(folder, tarball);
}

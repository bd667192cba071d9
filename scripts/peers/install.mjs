// Installs the peers under target/, each in the version of the table.
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensurePackages } from "../npm.mjs";
import { target } from "../paths.mjs";
import { ensurePython } from "../python.mjs";

const folder = join(target, "peers");
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Returns for the npm packages how to import each, and its version. */
export async function ensureNpmPeers() {
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(here(name), join(folder, name));
  await ensurePackages(folder);
  const require = createRequire(join(folder, "package.json"));
  return {
    moduleOf: (name) => import(pathToFileURL(resolved(name)).href),
    versionOf: (name) => JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version,
  };

  /** Returns the module that an import statement finds; a package may have none for `require`. */
  function resolved(name) {
    const { exports: all, module, main } = require(join(folder, "node_modules", name, "package.json"));
    const front = all?.["."] ?? module ?? main;
    const pick = (entry) => (typeof entry === "string" ? entry : pick(entry.import ?? entry.node ?? entry.default));
    return join(folder, "node_modules", name, pick(front));
  }
}

/** Returns the Python of an environment that has LiteLLM; undefined if there is no Python. */
export const ensurePythonPeers = () => ensurePython(join(folder, "venv"), here("requirements.txt"), "LiteLLM (once, some minutes)");

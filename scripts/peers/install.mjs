// Installs the peers under target/, each in the version that the table names.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { answers, run } from "../command.mjs";
import { ensurePackages } from "../npm.mjs";
import { target } from "../paths.mjs";

const folder = join(target, "peers");
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The npm packages: how to import one, and which version it has. */
export async function ensureNpmPeers() {
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(here(name), join(folder, name));
  await ensurePackages(folder);
  const require = createRequire(join(folder, "package.json"));
  return {
    moduleOf: (name) => import(pathToFileURL(resolved(name)).href),
    versionOf: (name) => JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version,
  };

  /** The module that an import statement finds; a package may have none for `require`. */
  function resolved(name) {
    const { exports: all, module, main } = require(join(folder, "node_modules", name, "package.json"));
    const front = all?.["."] ?? module ?? main;
    const pick = (entry) => (typeof entry === "string" ? entry : pick(entry.import ?? entry.node ?? entry.default));
    return join(folder, "node_modules", name, pick(front));
  }
}

/** The Python of an environment that has LiteLLM; undefined where there is no Python. */
export async function ensurePythonPeers() {
  if (!(await answers("python3", ["--version"]))) return undefined;
  const home = join(folder, "venv");
  const [python, mark] = [join(home, "bin", "python"), join(home, ".rethought-requirements")];
  const wanted = readFileSync(here("requirements.txt"), "utf8");
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return python;
  console.log("installing LiteLLM (once, some minutes)");
  await run("python3", ["-m", "venv", home], { log: "peers-venv" });
  await run(python, ["-m", "pip", "install", "--quiet", "--requirement", here("requirements.txt")], { log: "peers-pip" });
  writeFileSync(mark, wanted);
  return python;
}

// Python packages in a separate environment, installed again only when their list changed.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { answers, run } from "./command.mjs";

const markOf = (home) => join(home, ".rethought-requirements");
const pythonOf = (home) => join(home, "bin", "python");

/** Returns true if the environment in a folder has the packages of a list. */
export function hasPython(home, requirements) {
  return existsSync(markOf(home)) && readFileSync(markOf(home), "utf8") === readFileSync(requirements, "utf8");
}

/** Returns the Python of an environment with the packages of a list; undefined if there is no Python. `flags` are for pip. */
export async function ensurePython(home, requirements, what, flags = []) {
  if (hasPython(home, requirements)) return pythonOf(home);
  if (!(await answers("python3", ["--version"]))) return undefined;
  const log = `${basename(dirname(home))}`;
  console.log(`installing ${what}`);
  await run("python3", ["-m", "venv", home], { log: `${log}-venv` });
  await run(pythonOf(home), ["-m", "pip", "install", "--quiet", ...flags, "--requirement", requirements], { log: `${log}-pip` });
  writeFileSync(markOf(home), readFileSync(requirements, "utf8"));
  return pythonOf(home);
}

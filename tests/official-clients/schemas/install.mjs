// The Python environment with the packages whose schemas are used, under target/.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { target } from "../../../scripts/paths.mjs";
import { ensurePython, hasPython } from "../../../scripts/python.mjs";
import { Skip } from "../../skip.mjs";

const home = join(target, "schemas", "venv");
const requirements = fileURLToPath(new URL("requirements.txt", import.meta.url));

/** Returns the Python that has them. `npm test` uses the environment if it exists; `npm run prove` installs it. */
export async function pythonOfSchemas() {
  if (!process.env.RETHOUGHT_LONG && !hasPython(home, requirements)) throw new Skip("npm run prove -- schemas installs the published schemas (300 MB)");
  // The list names every package, so that later runs use the same versions.
  const python = await ensurePython(home, requirements, "the published schemas (once, a minute or two)", ["--no-deps"]);
  if (!python) throw new Skip("there is no python3");
  return python;
}

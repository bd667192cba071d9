// A project outside the checkout with the packed tarball and the clients of this suite, in which recipes and the README are run.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../scripts/command.mjs";
import { pkg } from "../../scripts/paths.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The keys that programs find in the environment. */
export const KEYS = Object.fromEntries(["ANTHROPIC", "OPENAI", "GEMINI", "GOOGLE_GENERATIVE_AI", "OPENROUTER", "MISTRAL"].map((name) => [`${name}_API_KEY`, "no-key"]));

/** Lays the project out. `redirect.mjs` in it sends the calls of a program to the simulator. */
export async function recipeProject() {
  const folder = mkdtempSync(join(tmpdir(), "rethought-recipes-"));
  const modules = join(folder, "node_modules");
  await run("npm", ["pack", pkg, "--pack-destination", folder], { cwd: folder, log: "recipes-pack" });
  mkdirSync(join(modules, "rethought"), { recursive: true });
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  await run("tar", ["-xzf", tarball, "-C", join(modules, "rethought"), "--strip-components", "1"], { cwd: folder, log: "recipes-unpack" });
  for (const name of readdirSync(join(here, "node_modules")).filter((name) => !name.startsWith("."))) symlinkSync(join(here, "node_modules", name), join(modules, name));
  // As npm links it.
  mkdirSync(join(modules, ".bin"));
  symlinkSync(join("..", "rethought", "cli", "index.js"), join(modules, ".bin", "rethought"));
  // By it Deno knows that the packages are installed.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", dependencies: { rethought: "*" } }));
  cpSync(join(here, "redirect.mjs"), join(folder, "redirect.mjs"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

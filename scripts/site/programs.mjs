// The programs of guides: the text of a guide names them, and the files that the tests run have them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Stop } from "../command.mjs";
import { pkg, tests } from "../paths.mjs";

/** Puts the programs into a text: `{{recipe anthropic}}` is tests/clients/recipes/anthropic.mjs, `{{program Codex}}` a block of tests/proxy/recipes/programs.md, `{{shipped recipes/github.yml}}` a file of the package. */
export const withPrograms = (text) => text.replace(/^\{\{(recipe|program|shipped) (.+)\}\}$/gm, (_, kind, name) => PROGRAMS[kind](name));

const PROGRAMS = { recipe, program, shipped };

function recipe(name) {
  const file = join(tests, "clients", "recipes", `${name}.mjs`);
  if (!existsSync(file)) throw new Stop(`A guide names the recipe ${name}, and there is no ${file}.`);
  return block("js", readFileSync(file, "utf8"));
}

function program(name) {
  const page = readFileSync(join(tests, "proxy", "recipes", "programs.md"), "utf8");
  const found = new RegExp(`^\`\`\`sh ${name}\\n([^]*?)\`\`\`$`, "m").exec(page);
  if (!found) throw new Stop(`A guide names the program ${name}, and tests/proxy/recipes/programs.md has none.`);
  return block("sh", found[1]);
}

function shipped(path) {
  return block(path.endsWith("ml") ? "yaml" : "", readFileSync(join(pkg, path), "utf8"));
}

const block = (language, text) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

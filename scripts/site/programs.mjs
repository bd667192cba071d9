// The programs of guides: the text of a guide names them, and the files that the tests run have them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Stop } from "../command.mjs";
import { tests } from "../paths.mjs";

/** Puts the programs into a text: `{{recipe anthropic}}` is tests/clients/recipes/anthropic.mjs, `{{program Codex}}` a block of tests/proxy/recipes/programs.md. */
export const withPrograms = (text) => text.replace(/^\{\{(recipe|program) (.+)\}\}$/gm, (_, kind, name) => (kind === "recipe" ? recipe(name) : program(name)));

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

const block = (language, text) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

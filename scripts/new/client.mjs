// npm run new -- client <name>: a guard in a client that has its own fetch, its types, and a driver that loops through it.
import { Changes } from "../changes.mjs";
import { readNames, templatesOf } from "../names.mjs";

export const usage = "client <name>";

const [ENTRY, TYPES] = ["pkg-template/clients/index.js", "pkg-template/clients/index.d.ts"];
const TESTS = "tests/clients";

export function make(args, root) {
  const names = readNames(usage, args);
  const [changes, template] = [new Changes(root), templatesOf("client", names)];
  changes.create(`pkg-template/clients/${names.kebab}.js`, template("client.js"));
  changes.insertSorted(ENTRY, /^export \{ [\w, ]+ \} from "\.\/([\w-]+)\.js";$/, `export { guard${names.pascal} } from "./${names.kebab}.js";`);
  changes.append(TYPES, template("types.d.ts"));
  changes.append(`${TESTS}/typed.ts`, template("typed.ts"));
  changes.create(`${TESTS}/drivers/${names.kebab}.mjs`, template("driver.mjs"));
  changes.insertInLine(`${TESTS}/drivers.mjs`, /^const FILES = \[.*(\];)$/, `, "${names.kebab}"`);
  changes.insertBefore("www/site/guides/clients.md", /^\| `@aws-sdk\/client-bedrock-runtime` \|/, `| \`${names.kebab}\` | \`guard${names.pascal}\` | in its \`fetch\` |`);
  return { changes, todo: [`add the package to ${TESTS}/package.json, and import it in the driver and in typed.ts`, `write a recipe: ${TESTS}/recipes/${names.kebab}.mjs`, `node ${TESTS}/run.mjs "" ${names.kebab}`] };
}

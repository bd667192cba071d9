// npm run new -- store <name>: a store over a client that reads many values and writes only absent ones, its types, and its kind in the tests.
import { Changes } from "../changes.mjs";
import { readNames, templatesOf } from "../names.mjs";

export const usage = "store <name>";

const [ENTRY, TYPES, TYPES_TEST, SHIPPED] = ["pkg-template/stores/index.js", "pkg-template/stores/index.d.ts", "tests/types/clients-stores.test-d.ts", "tests/services/browser-package/files.txt"];
const TESTS = "tests/services/databases-stores";

export function make(args, root) {
  const names = readNames(usage, args);
  const [changes, template] = [new Changes(root), templatesOf("store", names)];
  changes.create(`pkg-template/stores/${names.kebab}-store.js`, template("store.js"));
  changes.insertSorted(ENTRY, /^export \{ \w+ \} from "\.\/([\w-]+)\.js";$/, `export { ${names.camel}Store } from "./${names.kebab}-store.js";`);
  changes.append(TYPES, template("types.d.ts"));
  changes.insertSorted(SHIPPED, /^(stores\/[\w-]+\.js)$/, `stores/${names.kebab}-store.js`);
  changes.append(TYPES_TEST, template("typed.ts"));
  changes.create(`${TESTS}/kinds/${names.kebab}.mjs`, template("kinds.mjs"));
  changes.insertSorted(`${TESTS}/kinds.mjs`, /^import \{ kinds as \w+ \} from "\.\/kinds\/([\w-]+)\.mjs";$/, `import { kinds as ${names.camel} } from "./kinds/${names.kebab}.mjs";`);
  changes.insertInLine(`${TESTS}/kinds.mjs`, /^export const KINDS = \[.*(\];)$/, `, ...${names.camel}`);
  changes.insertBefore("www/site/guides/stores.md", /^\| Workers KV \|/, `| ${names.title} | \`${names.camel}Store(client)\` | nothing is lost |`);
  return { changes, todo: ["call your client, and add its package to tests/package.json", `node ${TESTS}/run.mjs ${names.kebab}`] };
}

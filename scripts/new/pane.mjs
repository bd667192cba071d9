// npm run new -- pane <name>: a pane of the page that shows the size of the chosen request, and its test.
import { Changes } from "../changes.mjs";
import { readNames, templatesOf } from "../names.mjs";

export const usage = "pane <name>";

const TABLE = "www/views/panes.ts";
const TESTS = "tests/services/browser-inspector";

export function make(args, root) {
  const names = readNames(usage, args);
  const [changes, template] = [new Changes(root), templatesOf("pane", names)];
  changes.ensureFree(`www/views/${names.kebab}`);
  changes.create(`www/views/${names.kebab}/index.tsx`, template("index.tsx"));
  changes.create(`www/views/${names.kebab}/${names.kebab}.css`, template("pane.css"));
  changes.insertSorted(TABLE, /^import \{ \w+ \} from "\.\/([\w-]+)";$/, `import { ${names.pascal} } from "./${names.kebab}";`);
  // It is the last tab, so that the number keys of the others stay.
  changes.insertBefore(TABLE, /^\];$/, `  { name: "${names.kebab}", title: "${names.title}", View: ${names.pascal} },`);
  changes.create(`${TESTS}/${names.kebab}.test.mjs`, template("pane.test.mjs"));
  return { changes, todo: ["show what your pane is for, and test that", `node ${TESTS}/run.mjs ${names.kebab}`] };
}

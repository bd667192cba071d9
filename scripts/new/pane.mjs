// npm run new -- pane <name>: a pane of the page that shows the size of the chosen request, and its test.
import { readFileSync } from "node:fs";
import { Changes } from "../changes.mjs";
import { filled, readNames } from "../names.mjs";

export const usage = "pane <name>";

const TABLE = "www/views/panes.ts";

export function make(args, root) {
  const names = readNames(usage, args);
  const changes = new Changes(root);
  changes.ensureFree(`www/views/${names.kebab}`);
  changes.create(`www/views/${names.kebab}/index.tsx`, templateOf("index.tsx", names));
  changes.create(`www/views/${names.kebab}/${names.kebab}.css`, templateOf("pane.css", names));
  changes.insertSorted(TABLE, /^import \{ \w+ \} from "\.\/([\w-]+)";$/, `import { ${names.pascal} } from "./${names.kebab}";`);
  // It is the last tab, so that the number keys of the others stay.
  changes.insertBefore(TABLE, /^\];$/, `  { name: "${names.kebab}", title: "${names.title}", View: ${names.pascal} },`);
  changes.create(`tests/services/browser-inspector/${names.kebab}.test.mjs`, templateOf("pane.test.mjs", names));
  return { files: changes.write(), todo: ["show what your pane is for, and test that", `node tests/services/browser-inspector/run.mjs ${names.kebab}`] };
}

const templateOf = (file, names) => filled(readFileSync(new URL(`pane/${file}`, import.meta.url), "utf8"), names);

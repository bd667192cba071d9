// The templates name things of the sources. A name that was changed there and not here would make files that do not compile.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { root } from "../../scripts/paths.mjs";

const templates = join(root, "scripts", "new");
const textsIn = (folder, ending) => readdirSync(join(root, folder), { recursive: true }).filter((path) => path.endsWith(ending)).map((path) => readFileSync(join(root, folder, path), "utf8"));
const named = (ending) => readdirSync(templates, { recursive: true }).filter((path) => path.endsWith(ending)).map((path) => [path, readFileSync(join(templates, path), "utf8")]);

test("every name that a template in Rust imports is defined in src", () => {
  const source = textsIn("src", ".rs").join("\n");
  let count = 0;
  for (const [path, text] of named(".rs")) {
    for (const [, names] of text.matchAll(/^use (?:crate|super)::[\w:]*?(\{[^}]*\}|\w+);$/gm)) {
      for (const name of names.match(/\w+/g)) {
        assert.match(source, new RegExp(`\\b(?:fn|struct|enum|trait|const|static|type|mod) ${name}\\b`), `${path}: ${name}`);
        count += 1;
      }
    }
  }
  assert.ok(count > 30, `${count} names`);
});

test("every member that the template of a wire gives its description is one, and none is missing", () => {
  const [, declared] = /pub struct WireDescription \{\n([^}]*)\}/.exec(readFileSync(join(root, "src/wires/description.rs"), "utf8"));
  const [, given] = /= WireDescription \{\n([^}]*)\};/.exec(readFileSync(join(templates, "wire/mod.rs"), "utf8"));
  const membersOf = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name).sort();
  assert.deepEqual(membersOf(given, /^ {4}(\w+):/gm), membersOf(declared, /^ {4}pub (\w+):/gm));
});

test("every name that the template of a pane imports is exported by the page", () => {
  const [[, text]] = named(".tsx");
  const imports = [...text.matchAll(/^import \{ ([\w, ]+) \} from "\.\.\/\.\.\/(\w+)";$/gm)];
  assert.ok(imports.length >= 2, `${imports.length} imports`);
  for (const [, names, file] of imports)
    for (const name of names.split(", ")) assert.match(readFileSync(join(root, "www", `${file}.ts`), "utf8"), new RegExp(`^export (?:const|function) ${name}\\b`, "m"), `${file}: ${name}`);
});

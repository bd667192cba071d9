// npm run new -- <kind> <name>: makes the files of a new thing, which pass the tests unchanged. A kind is a file of scripts/new, and its templates
// are in the folder of its name. CONTRIBUTING.md lists the places of each kind, and tests/generator compares the two.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { report, Stop } from "./command.mjs";
import { root } from "./paths.mjs";

const folder = join(root, "scripts", "new");

/** Loads the kinds by name, each with its `usage` and `make(args, root)`, which returns the `changes` and the remaining steps `todo`. */
export async function loadKinds() {
  const names = readdirSync(folder).filter((name) => name.endsWith(".mjs")).map((name) => name.slice(0, -4));
  return new Map(await Promise.all(names.map(async (name) => [name, await import(pathToFileURL(join(folder, `${name}.mjs`)).href)])));
}

async function run([kind, ...args]) {
  const kinds = await loadKinds();
  const usages = [...kinds.values()].map(({ usage }) => `npm run new -- ${usage}`).join("\n");
  if (!kinds.has(kind)) throw new Stop(kind ? `Unknown kind ${kind}.` : "Name what to make.", { todo: usages });
  const { changes, todo } = kinds.get(kind).make(args, root);
  return [...changes.write().map((file) => `wrote ${file}`), ...todo.map((step) => `next: ${step}`)].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) run(process.argv.slice(2)).then(console.log, report);

// npm run new -- <kind> <name>: makes the files of a new thing, which pass the tests as they are. A kind is a file of scripts/new.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { report, Stop } from "./command.mjs";
import { root } from "./paths.mjs";

const folder = join(root, "scripts", "new");

async function make([kind, ...args]) {
  const kinds = readdirSync(folder).filter((name) => name.endsWith(".mjs")).map((name) => name.slice(0, -4));
  const modules = new Map(await Promise.all(kinds.map(async (name) => [name, await import(pathToFileURL(join(folder, `${name}.mjs`)).href)])));
  const usages = [...modules.values()].map(({ usage }) => `npm run new -- ${usage}`).join("\n");
  if (!modules.has(kind)) throw new Stop(kind ? `There is no generator for ${kind}.` : "Say what to make.", { todo: usages });
  const { files, todo } = modules.get(kind).make(args, root);
  return [...files.map((file) => `wrote ${file}`), ...todo.map((step) => `next: ${step}`)].join("\n");
}

make(process.argv.slice(2)).then(console.log, report);

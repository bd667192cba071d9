// npm run new -- <kind> <name> [--option value …]: makes the files of a new thing, its lines in the tables, and cases that pass.
// A kind is a file of scripts/new with `about`, `options` (the names it takes), `next` (the sentence after it) and `make(name, options, root)`.
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { report, Stop } from "./command.mjs";
import { root as here } from "./paths.mjs";

const folder = new URL("new/", import.meta.url);
const kinds = () => readdirSync(folder).filter((file) => file.endsWith(".mjs")).map((file) => file.slice(0, -".mjs".length)).sort();

/** Makes a thing of a kind below `root`. Resolves to the paths that were made or changed and the sentence that says how to go on. */
export async function makeNew(args, root = here) {
  const [kind, ...rest] = args;
  if (!kinds().includes(kind)) throw new Stop(kind ? `There is no kind «${kind}».` : "What shall be made?", { todo: await usage() });
  const maker = await import(new URL(`${kind}.mjs`, folder).href);
  const { name, options } = parsed(rest, maker.options ?? []);
  return { files: maker.make(name, options, root), next: maker.next };
}

async function usage() {
  const rows = await Promise.all(kinds().map(async (kind) => `  ${kind.padEnd(11)} ${(await import(new URL(`${kind}.mjs`, folder).href)).about}`));
  return ["npm run new -- <kind> <name>, of the kinds:", ...rows].join("\n");
}

function parsed(args, known) {
  const options = {};
  const names = [];
  for (let at = 0; at < args.length; at += 1) {
    const option = /^--(.+)$/.exec(args[at])?.[1];
    if (option === undefined) {
      names.push(args[at]);
      continue;
    }
    if (!known.includes(option)) throw new Stop(`There is no option --${option} here.`, { todo: known.length ? `There are: --${known.join(", --")}.` : "This kind takes a name alone." });
    at += 1;
    if (args[at] === undefined) throw new Stop(`--${option} needs a value.`);
    options[option] = args[at];
  }
  if (names.length > 1) throw new Stop(`One name at a time: «${names.join("», «")}».`);
  return { name: names[0], options };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  makeNew(process.argv.slice(2)).then(({ files, next }) => console.log([...files.map((file) => `  ${file}`), next].join("\n")), report);
}

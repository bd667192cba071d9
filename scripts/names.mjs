// The name of a new thing from the command line, and its forms: kebab-case in folders and tables, snake_case in Rust, words for people.
import { readdirSync, readFileSync } from "node:fs";
import { Stop } from "./command.mjs";

/** Reserved words of Rust or TypeScript, and file names with another meaning. */
const RESERVED = new Set(
  "abstract as async await become box break case catch class const continue crate default delete do dyn else enum export extends extern false final finally fn for function gen if impl import in index instanceof interface let lib loop macro main match mod move mut new null override package priv pub ref return self static struct super switch this throw trait true try type typeof unsafe unsized use var virtual void where while with yield".split(" "),
);

/** A name whose words can each begin an identifier. */
const NAME = { pattern: /^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/, form: "lowercase words with single hyphens" };
/** The id of a rule. */
export const RULE_ID = { pattern: /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/, form: "at least two lowercase words with single hyphens, which name the defect" };

/**
 * Reads the arguments of a kind: one name that matches a pattern, and the options of `usage`, each with its value. Returns every form of the name and
 * the options, or throws a Stop with the problem.
 */
export function readNames(usage, args, { pattern, form } = NAME) {
  const [kind] = usage.split(" ");
  const todo = `npm run new -- ${usage}`;
  const { name, options } = readArguments(usage, args);
  if (!name) throw new Stop(`A ${kind} needs a name.`, { todo });
  if (!pattern.test(name) || name.length > 40) {
    throw new Stop(`The name of a ${kind} must be ${form}, at most 40 characters (got ${name}).`, { todo });
  }
  if (RESERVED.has(name)) throw new Stop(`${name} is a reserved word.`, { todo });
  return { ...formsOf(name), options };
}

function formsOf(name) {
  const words = name.split("-");
  const upper = (word) => word[0].toUpperCase() + word.slice(1);
  const pascal = words.map(upper).join("");
  return { kebab: name, snake: words.join("_"), pascal, camel: name[0] + pascal.slice(1), shout: words.join("_").toUpperCase(), title: upper(words.join(" ")) };
}

function readArguments(usage, args) {
  const todo = `npm run new -- ${usage}`;
  const known = usage.match(/--\w+/g) ?? [];
  const [names, options] = [[], {}];
  for (let at = 0; at < args.length; at += 1) {
    const option = args[at];
    if (!option.startsWith("--")) {
      names.push(option);
      continue;
    }
    at += 1;
    if (!known.includes(option)) throw new Stop(`Unknown option ${option}.`, { todo });
    if (args[at] === undefined) throw new Stop(`${option} needs a value.`, { todo });
    options[option.slice(2)] = args[at];
  }
  if (names.length > 1) throw new Stop(`Give one name (got ${names.join(", ")}).`, { todo });
  return { name: names[0], options };
}

/** Fills a template: the forms of the name replace `__kebab__`, `__snake__`, `__pascal__`, `__camel__`, `__shout__` and `__title__`. */
const filled = (template, names) => template.replace(/__(kebab|snake|pascal|camel|shout|title)__/g, (_, form) => names[form]);

const templates = new URL("new/", import.meta.url);

/** Returns a function that reads a file of the folder `scripts/new/<kind>` and fills it. */
export const templatesOf = (kind, names) => (file) => filled(readFileSync(new URL(`${kind}/${file}`, templates), "utf8"), names);

/** Lists the files below `scripts/new/<folder>`, in alphabetical order. */
export const templateFiles = (folder) => readdirSync(new URL(folder, templates), { recursive: true }).filter((path) => path.includes(".")).sort();

/** Returns today as `2026-11-18`: rows of tables have the date on which their source was read. */
export const today = () => new Date().toISOString().slice(0, 10);

/** Refuses a source that is not a page. */
export function checkSource(source) {
  if (!/^https:\/\/\S+$/.test(source ?? "")) throw new Stop(`--source must be the https:// address of the page with the facts (got ${source ?? "nothing"}).`);
}

// The name of a new thing, as the command line gives it, and its forms: kebab-case in folders and tables, snake_case in Rust, words for people.
import { Stop } from "./command.mjs";

/** Words that Rust or TypeScript keep for themselves, and file names that mean something else. */
const RESERVED = new Set(
  "abstract as async await become box break case catch class const continue crate default delete do dyn else enum export extends extern false final finally fn for function gen if impl import in index instanceof interface let lib loop macro main match mod move mut new null override package priv pub ref return self static struct super switch this throw trait true try type typeof unsafe unsized use var virtual void where while with yield".split(" "),
);

/**
 * Reads the arguments of a kind: one name, and the options that `usage` has, each with its value.
 * Returns every form of the name and the options, or throws a Stop that says what is wrong.
 */
export function readNames(usage, args) {
  const [kind] = usage.split(" ");
  const todo = `npm run new -- ${usage}`;
  const { name, options } = readArguments(usage, args);
  if (!name) throw new Stop(`A ${kind} needs a name.`, { todo });
  if (!/^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/.test(name) || name.length > 40) {
    throw new Stop(`«${name}» is no name for a ${kind}: words of small letters and digits with single hyphens between them, at most 40 characters.`, { todo });
  }
  if (RESERVED.has(name)) throw new Stop(`«${name}» is a word of the language, so no ${kind} can have it for a name.`, { todo });
  return { ...formsOf(name), options };
}

function formsOf(name) {
  const words = name.split("-");
  const upper = (word) => word[0].toUpperCase() + word.slice(1);
  return { kebab: name, snake: words.join("_"), pascal: words.map(upper).join(""), shout: words.join("_").toUpperCase(), title: upper(words.join(" ")) };
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
    if (!known.includes(option)) throw new Stop(`There is no option ${option} here.`, { todo });
    if (args[at] === undefined) throw new Stop(`${option} needs a value.`, { todo });
    options[option.slice(2)] = args[at];
  }
  if (names.length > 1) throw new Stop(`One name at a time: «${names.join("», «")}».`, { todo });
  return { name: names[0], options };
}

/** A template with the forms of the name in the places that say which: `__kebab__`, `__snake__`, `__pascal__`, `__shout__`, `__title__`. */
export const filled = (template, names) => template.replace(/__(kebab|snake|pascal|shout|title)__/g, (_, form) => names[form]);

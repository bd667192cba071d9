// The forms of a new thing's name: kebab-case in folders and tables, snake_case in Rust, a sentence's words for people.
import { Stop } from "./command.mjs";

/** Words that Rust or TypeScript keep for themselves, and file names that mean something else. */
const RESERVED = new Set(
  "abstract as async await become box break case catch class const continue crate default delete do dyn else enum export extends extern false final finally fn for function gen if impl import in index instanceof interface let lib loop macro main match mod move mut new null override package priv pub ref return self static struct super switch this throw trait true try type typeof unsafe unsized use var virtual void where while with yield".split(" "),
);

/** Returns every form of a kebab-case name, or throws a Stop that says what is wrong with it. */
export function namesOf(kind, name) {
  const example = `For example: npm run new -- ${kind} my-${kind}`;
  if (!name) throw new Stop(`A ${kind} needs a name.`, { todo: example });
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || name.length > 40) {
    throw new Stop(`«${name}» is no name for a ${kind}: small letters and digits with single hyphens between them, at most 40.`, { todo: example });
  }
  if (RESERVED.has(name)) throw new Stop(`«${name}» is a word of the language, so no ${kind} can have it for a name.`, { todo: example });
  const words = name.split("-");
  const upper = (word) => word[0].toUpperCase() + word.slice(1);
  return { kebab: name, snake: words.join("_"), pascal: words.map(upper).join(""), shout: words.join("_").toUpperCase(), title: upper(words.join(" ")) };
}

/** A template with the forms of the name in the places that say which: `__kebab__`, `__snake__`, `__pascal__`, `__shout__`, `__title__`. */
export const filled = (template, names) => template.replace(/__(kebab|snake|pascal|shout|title)__/g, (_, form) => names[form]);

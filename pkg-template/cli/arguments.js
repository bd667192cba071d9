// The words of the command line, read by the table of the commands.
import { parseArgs } from "node:util";
import { COMMANDS, optionsOf } from "./commands/index.js";
import { GENERAL } from "./commands/options.js";
import { listed } from "../text/listed.js";
import { didYouMean, Usage } from "./usage.js";

/** Reads the words. Returns the command, if one is named, the words after it, and the values of the options. @throws {Usage} */
export async function readArguments(args) {
  const known = new Map([GENERAL, ...COMMANDS.flatMap(({ groups }) => groups)].flatMap(({ options }) => options).map((option) => [option.name, option]));
  const { tokens, positionals: words } = parseArgs({ args, options: Object.fromEntries([...known].map(([name, option]) => [name, typeOf(option)])), strict: false, tokens: true });
  const isTopic = words[0] === "help";
  const command = isTopic ? undefined : await commandOf(words[0]);
  const values = Object.create(null);
  for (const token of tokens.filter(({ kind }) => kind === "option")) await take(token, known.get(token.name), command, values);
  return { command, isTopic, words: words.slice(1), values };
}

const typeOf = ({ value, short }) => ({ type: value ? "string" : "boolean", ...(short ? { short } : {}) });

async function commandOf(word) {
  if (word === undefined) return undefined;
  const command = COMMANDS.find(({ name }) => name === word);
  if (command) return command;
  const { nearest, OTHER_COMMANDS } = await hints();
  const meant = own(OTHER_COMMANDS, word.toLowerCase()) ?? nearest(word, [...COMMANDS.map(({ name }) => name), "help"]);
  throw new Usage(`Unknown command ${word}.${didYouMean(meant && `rethought ${meant}`)}`);
}

/** Puts the value of an option among the others, after it is checked. */
async function take({ name, rawName, value, inlineValue }, option, command, values) {
  if (!option) throw await unknownOption(rawName, command);
  const own = command && optionsOf(command).find((one) => one.name === name);
  if (command && !own) throw await strayOption(rawName, command);
  if (!option.value) {
    if (inlineValue) throw new Usage(`--${name} has no value (got ${value})`, command?.name);
    values[name] = true;
  } else values[name] = await valueOf(own ?? option, { value, inlineValue, earlier: values[name] ?? [] }, command);
}

async function valueOf({ name, value: placeholder, values: words, isRepeatable }, { value, inlineValue, earlier }, command) {
  // `--level --quiet`: the word after it is an option.
  if (value === undefined || (!inlineValue && /^-./.test(value))) throw new Usage(`--${name} needs a value: ${words ? listed(words) : `<${placeholder}>`}`, command?.name);
  const parts = isRepeatable && COMMA_LISTS.includes(name) ? value.split(",").filter(Boolean) : [value];
  if (!parts.some((part) => part.trim())) throw new Usage(`--${name} needs a value: ${words ? listed(words) : `<${placeholder}>`} (got ${JSON.stringify(value)})`, command?.name);
  for (const part of parts) if (words && !words.includes(part)) throw new Usage(await notOneOf(name, part, words), command?.name);
  return isRepeatable ? [...earlier, ...parts] : value;
}

/** Options whose values may be joined by commas. A value of another may have a comma in it. */
const COMMA_LISTS = ["off", "beta", "allow"];

/** The sentence about a word that an option does not accept, with the one that is meant if it is near. `shown` is the option's name for people. */
export async function notOneOf(name, word, words, shown = `--${name}`) {
  const { nearest, OTHER_FORMATS, OTHER_LEVELS, OTHER_WIRES } = await hints();
  const others = { wire: OTHER_WIRES, format: OTHER_FORMATS, level: OTHER_LEVELS, "fail-on": OTHER_LEVELS }[name] ?? {};
  const other = [own(others, word.toLowerCase())].flat().filter((one) => words.includes(one));
  const meant = other.length ? listed(other) : nearest(word, words);
  return `${shown} must be ${listed(words)} (got ${word})${meant === undefined ? "" : `.${didYouMean(meant)}`}`;
}

/** The error for an option of another command. People may know its name for an option of this one. */
async function strayOption(rawName, command) {
  const { OTHER_OPTIONS } = await hints();
  return own(OTHER_OPTIONS, rawName) !== undefined ? unknownOption(rawName, command) : new Usage(`${command.name} has no option ${rawName}`, command.name);
}

async function unknownOption(rawName, command) {
  const { nearest, OTHER_OPTIONS } = await hints();
  const options = command ? optionsOf(command) : [GENERAL, ...COMMANDS.flatMap(({ groups }) => groups)].flatMap(({ options }) => options);
  const names = options.map(({ name }) => name);
  const near = nearest(rawName.replace(/^--?/, ""), names);
  const meant = otherOption(own(OTHER_OPTIONS, rawName), names) ?? (near && `--${near}`);
  return new Usage(`Unknown option ${rawName}.${didYouMean(meant)}`, command?.name);
}

/** The other name, if the command has that option. */
const otherOption = (other, names) => (other === undefined || (other.startsWith("--") && !names.includes(other.slice(2).split(" ")[0])) ? undefined : other);

const own = (names, word) => (Object.hasOwn(names, word) ? names[word] : undefined);

/** Loaded for a hint alone: most calls need none. */
const hints = async () => ({ ...(await import("./commands/names.js")), ...(await import("../text/options.js")), ...(await import("../text/other-wire-names.js")) });

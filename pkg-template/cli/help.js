// Help: the overview, the page of a command and the topics, all from the tables of commands/.
import { COMMANDS } from "./commands/index.js";
import { GENERAL } from "./commands/options.js";
import { TOPICS } from "./commands/topics.js";
import { OTHER_COMMANDS } from "./commands/names.js";
import { painted, widthOf, wrapped } from "./terminal.js";
import { listed } from "../text/listed.js";
import { didYouMean, Usage } from "./usage.js";

/** The help for `rethought help <words>`: of a topic, of a command, or the overview. */
export async function helpOf([word], version) {
  if (word === undefined) return overview(version);
  const command = COMMANDS.find(({ name }) => name === word);
  if (command) return commandHelp(command);
  if (Object.hasOwn(TOPICS, word)) return topicHelp(TOPICS[word]);
  const { nearest } = await import("../text/options.js");
  const names = [...Object.keys(TOPICS), ...COMMANDS.map(({ name }) => name)];
  const other = Object.hasOwn(OTHER_COMMANDS, word) ? OTHER_COMMANDS[word] : undefined;
  throw new Usage(`No help on ${word}.${didYouMean(names.includes(other) ? other : nearest(word, names))} Topics: ${listed(Object.keys(TOPICS)).replace(/ or /, " and ")}.`);
}

function overview(version) {
  const commands = COMMANDS.map(({ name, summary }) => [name, summary]);
  const topics = Object.entries(TOPICS).map(([name, { summary }]) => [name, summary]);
  return [
    paragraph(`rethought ${version}: reports what a provider will refuse or lose, before you send a request.`),
    `${title("Usage")}: rethought <command> [options] [file]...`,
    section("Commands", commands),
    section("Topics of rethought help <topic>", topics),
    section(GENERAL.title, GENERAL.options.map(rowOf)),
    "Help on a command: rethought <command> --help",
    `${title("Exit codes")}: 0 nothing found, 1 findings, 2 a file could not be checked`,
  ].join("\n\n");
}

/** The page of a command: what it does, how it is called, its options, examples and exit codes. */
export function commandHelp({ summary, usage, notes, groups, examples, exits, topics }) {
  // All groups share the width of the first column, so that the eye finds the second one.
  const rows = groups.map(({ title: name, options }) => [name, options.map(rowOf)]);
  const column = columnOf(rows.flatMap(([, options]) => options));
  return [
    paragraph(summary),
    `${title("Usage")}: ${usage}`,
    ...notes.map(paragraph),
    ...rows.map(([name, options]) => section(name, options, column)),
    section("Exit codes", Object.entries(exits)),
    [title("Examples"), ...examples.map(([line, about]) => `  ${painted("dim", `# ${about}`)}\n  ${line}`)].join("\n"),
    ...(topics.length ? [paragraph(`More: ${topics.map((topic) => `rethought help ${topic}`).join(", ")}`)] : []),
  ].join("\n\n");
}

function topicHelp({ text }) {
  return text.map((line) => (line.startsWith("  ") ? line : paragraph(line))).join("\n");
}

const title = (text) => painted("bold", text);
const paragraph = (text) => wrapped(text, widthOf());

/** An option as a row: its names and value, and what it does. */
function rowOf({ name, short, value, values, initial, about }) {
  const names = `${short ? `-${short}, ` : ""}--${name}${value ? ` <${value}>` : ""}`;
  const words = values && value !== "name" ? `: ${values.join(", ")}` : values && values.length <= MOST_VALUES ? `: ${values.join(", ")}` : "";
  return [names, `${about}${words}${initial === undefined ? "" : ` (default: ${initial})`}`];
}

/** A longer list of values is a topic of its own. */
const MOST_VALUES = 6;
const MAX_COLUMN = 26;
const columnOf = (rows) => Math.min(MAX_COLUMN, Math.max(...rows.map(([name]) => name.length)));

/** Rows of two columns under a heading. A name that is too long has its text on the next line. */
function section(heading, rows, column = Math.max(...rows.map(([name]) => name.length))) {
  const indent = " ".repeat(column + 4);
  const lines = rows.map(([name, about]) => {
    const text = wrapped(about, widthOf() - indent.length).replaceAll("\n", `\n${indent}`);
    return `  ${painted("cyan", name)}${name.length > column ? `\n${indent}` : " ".repeat(column - name.length + 2)}${text}`;
  });
  return [title(heading), ...lines].join("\n");
}

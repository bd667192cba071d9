// The page of the command line, from the table that also makes its help (pkg-template/cli/commands).

/** The page as Markdown. */
export function commandLinePage({ COMMANDS }, { GENERAL }, { TOPICS }) {
  const sections = COMMANDS.map((command) => commandText(command, GENERAL));
  const topics = Object.entries(TOPICS).map(([name, { summary, text }]) => `## Topic: ${name}\n\n${sentence(summary)}\n\n${topicText(text)}`);
  return ["# Command line", "Each command prints its help with `--help`. `rethought help <topic>` prints a topic.", tableOf(["command", "what it does"], COMMANDS.map(({ name, summary }) => [`[\`${name}\`](#${name})`, plain(summary)])), ...sections, "## Options of every command", optionTable(GENERAL), ...topics].join("\n\n") + "\n";
}

function commandText({ name, summary, usage, notes, groups, examples, exits }, general) {
  const own = groups.filter((group) => group !== general && group.options.length);
  const options = own.map((group) => `**${group.title}**\n\n${optionTable(group)}`);
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, about]) => `${line.padEnd(width)}  # ${about}`).join("\n");
  return [`## ${name}`, plain(summary), `\`\`\`sh\n${usage}\n\`\`\``, ...notes.map(plain), ...options, `**Examples**\n\n\`\`\`sh\n${lines}\n\`\`\``, `**Exit codes**\n\n${tableOf(["code", "meaning"], Object.entries(exits).map(([code, meaning]) => [code, plain(meaning)]))}`].join("\n\n");
}

const optionTable = ({ options }) => tableOf(["option", "meaning"], options.map((option) => [namesOf(option), meaningOf(option)]));

const namesOf = ({ name, short, value }) => `\`${short ? `-${short}, ` : ""}--${name}${value ? ` <${value}>` : ""}\``;

function meaningOf({ about, values, initial }) {
  const words = values ? `: ${values.map((value) => `\`${value}\``).join(", ")}` : "";
  return `${plain(about)}${words}${initial === undefined ? "" : `. Default: ${plain(String(initial))}`}`;
}

/** The lines of a topic: those that begin with two spaces are a block. */
function topicText(lines) {
  const parts = [];
  for (const line of lines) {
    const kind = line.startsWith("  ") ? "block" : "text";
    if (parts.at(-1)?.kind === kind && (kind === "block" || line !== "")) parts.at(-1).lines.push(line);
    else if (line !== "") parts.push({ kind, lines: [line] });
    else parts.push({ kind: "gap", lines: [] });
  }
  return parts.filter(({ kind }) => kind !== "gap").map(({ kind, lines: inside }) => (kind === "block" ? `\`\`\`text\n${inside.map((line) => line.slice(2)).join("\n")}\n\`\`\`` : inside.map(plain).join("\n"))).join("\n\n");
}

const tableOf = (columns, rows) => [columns, columns.map(() => "---"), ...rows].map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n");
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** Text of the terminal as Markdown: what Markdown would read otherwise is escaped. */
const plain = (text) => text.split(/(`[^`]*`)/).map((part, nth) => (nth % 2 ? part : part.replace(/[<>*_[\]]/g, "\\$&"))).join("");

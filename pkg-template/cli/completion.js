// rethought completion: a script for a shell that completes commands, options and values, made of the table of the commands.
import { COMMANDS, optionsOf, SHELLS } from "./commands/index.js";
import { LEDGER_ACTIONS, WIRES } from "./commands/names.js";
import { TOPICS } from "./commands/topics.js";
import { printOwn } from "./output.js";
import { listed } from "../text/listed.js";
import { Usage } from "./usage.js";

const SCRIPTS = { bash, zsh, fish };
/** Prints the names of all rules: it is called when one is completed. */
const RULES = "rethought explain --color never 2>/dev/null | sed -n 's/^  \\([a-z][a-z0-9-]*\\) .*/\\1/p'";

export function completion([shell, ...more]) {
  if (!SHELLS.includes(shell) || more.length) throw new Usage(`Name one shell: ${listed(SHELLS)}${shell === undefined ? "" : ` (got ${[shell, ...more].join(" ")})`}`);
  printOwn(SCRIPTS[shell]());
  return 0;
}

/** The words that may come first. */
const names = () => [...COMMANDS.map(({ name }) => name), "help"];
const flagsOf = (command) => optionsOf(command).flatMap(({ name, short }) => [`--${name}`, ...(short ? [`-${short}`] : [])]);
/** The words after a command that are not files; nothing if it reads files. */
function wordsOf({ input }) {
  if (input === "shells") return SHELLS.join(" ");
  return input === "rules" ? `$(${RULES})` : undefined;
}
/** The values of an option that are offered; nothing if it may have any. */
const offered = ({ name, values }) => values ?? (["from", "to"].includes(name) ? WIRES : undefined);

function bash() {
  const cases = COMMANDS.map((command) => `    ${command.name}) options="${flagsOf(command).join(" ")}"; words="${wordsOf(command) ?? ""}" ;;`);
  const values = COMMANDS.flatMap((command) => optionsOf(command).filter(offered).map((option) => `    ${command.name}:--${option.name}) COMPREPLY=($(compgen -W "${offered(option).join(" ")}" -- "$word")); return ;;`));
  return `# bash completion of rethought. Load it with: source <(rethought completion bash)
_rethought() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" options words
  # Bash takes --format=json for three words.
  if [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$word" = "=" ]; then word=""; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names().join(" ")} --help --version" -- "$word"))
    return
  fi
  case "$command:$before" in
${values.join("\n")}
    ledger:ledger) COMPREPLY=($(compgen -W "${LEDGER_ACTIONS.join(" ")}" -- "$word")); return ;;
    *:--off) COMPREPLY=($(compgen -W "$(${RULES})" -- "$word")); return ;;
  esac
  case "$command" in
${cases.join("\n")}
    help) options=""; words="${[...Object.keys(TOPICS), ...COMMANDS.map(({ name }) => name)].join(" ")}" ;;
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _rethought rethought`;
}

function zsh() {
  const commands = COMMANDS.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`);
  const cases = COMMANDS.map((command) => `    ${command.name}) _arguments ${[...optionsOf(command).map(zshOption), ...zshWords(command)].map(quote).join(" ")} ;;`);
  return `#compdef rethought
# zsh completion of rethought. Put it into a folder of $fpath, as _rethought.
_rethought() {
  local -a commands
  commands=(
${commands.join("\n")}
    'help:Print help on a command or a topic.'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join("\n")}
    help) _values topic ${[...Object.keys(TOPICS), ...COMMANDS.map(({ name }) => name)].join(" ")} ;;
  esac
}
_rethought_rules() {
  local -a rules
  rules=(\${(f)"$(${RULES})"})
  _describe rule rules
}
if [ "$funcstack[1]" = "_rethought" ]; then _rethought "$@"; else compdef _rethought rethought; fi`;
}

function zshOption(option) {
  const { name, value, isRepeatable, about } = option;
  const values = offered(option);
  const text = about.replace(/[[\]:]/g, "\\$&");
  const action = name === "off" ? "_rethought_rules" : values ? `(${values.join(" ")})` : ["file", "folder"].includes(value) ? "_files" : " ";
  return `${isRepeatable ? "*" : ""}--${name}[${text}]${value ? `:${value.replaceAll(":", " ")}:${action}` : ""}`;
}

function zshWords({ input }) {
  if (input === "rules") return ["*:rule:_rethought_rules"];
  if (input === "stores") return [`1:action:(${LEDGER_ACTIONS.join(" ")})`, "*:store:_files"];
  return [input === "shells" ? `1:shell:(${SHELLS.join(" ")})` : "*:file:_files"];
}

function fish() {
  const isFirst = "not __fish_seen_subcommand_from $rethought_commands";
  const lines = COMMANDS.flatMap((command) => [`complete -c rethought -n ${quote(isFirst)} -f -a ${command.name} -d ${quote(command.summary)}`, ...optionsOf(command).map((option) => fishOption(command.name, option)), ...fishWords(command)]);
  return `# fish completion of rethought. Put it into ~/.config/fish/completions/rethought.fish
set -l rethought_commands ${names().join(" ")}
${lines.join("\n")}
complete -c rethought -n '__fish_seen_subcommand_from help' -f -a '${[...Object.keys(TOPICS), ...COMMANDS.map(({ name }) => name)].join(" ")}'`.replaceAll("$rethought_commands'", `${names().join(" ")}'`);
}

function fishOption(command, option) {
  const { name, short, value, about } = option;
  const values = offered(option);
  const words = name === "off" ? ` -x -a ${quote(`(${RULES})`)}` : values ? ` -x -a ${quote(values.join(" "))}` : value ? " -r" : "";
  return `complete -c rethought -n '__fish_seen_subcommand_from ${command}' -l ${name}${short ? ` -s ${short}` : ""}${words} -d ${quote(about)}`;
}

function fishWords({ name, input }) {
  if (input === "stores") return [`complete -c rethought -n '__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${LEDGER_ACTIONS.join(" ")}' -a ${quote(LEDGER_ACTIONS.join(" "))}`];
  const words = input === "shells" ? SHELLS.join(" ") : input === "rules" ? `(${RULES})` : undefined;
  return words === undefined ? [] : [`complete -c rethought -n '__fish_seen_subcommand_from ${name}' -f -a ${quote(words)}`];
}

/** A text as one word of a shell. */
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// The commands: the one table from which help, parsing, hints, completion and the reference are made. Data only; importing it does nothing.
//
// A command is `{name, summary, usage, input, groups, notes, examples, exits, topics}`. `groups` are those of options.js, `input` says what its words
// are, `endings` which files of a folder it reads.
import { CARD_OUTPUT, CLASSIFY, CONFIG, CONVERT, CONVERT_OUTPUT, CONVERT_TARGET, FILTER, FIX, GENERAL, INSPECT, OUTPUT, PROXY, REPORT, RULES, SESSION_FILTER, SUMMARY, TABLES, TARGET } from "./options.js";

const FILES = "[file|folder|glob|-]...";
const EXITS = { 0: "nothing found", 1: "findings", 2: "a file could not be checked, or an argument is wrong" };
const DONE = { 0: "done", 2: "a file could not be read, or an argument is wrong" };
const BODIES = "A file has the body of a request, or {\"target\": …, \"request\": …}. Without a file, or for -, standard input is read.";
const FOLDERS = "A folder means its .json files, also in subfolders. With --ndjson it means its .ndjson and .jsonl files, also gzipped.";

const command = (name, summary, words, { groups, ...more }) => ({ name, summary, usage: `rethought ${name} [options]${words && ` ${words}`}`, groups: [...groups, GENERAL], notes: [], topics: [], ...more });

/** All commands, in the order of help. */
export const COMMANDS = [
  command("audit", "Check requests before they are sent.", FILES, {
    input: "files",
    endings: [".json"],
    groups: [TARGET, RULES, REPORT, CONFIG, OUTPUT, SESSION_FILTER],
    notes: [BODIES, FOLDERS, "With several files, sarif and junit are one document, and json is a list with a row for each file."],
    examples: [
      ["rethought audit request.json --host api.anthropic.com", "one request"],
      ["rethought audit requests --format github --fail-on reject", "a folder, in CI"],
      ["rethought audit --ndjson traces.ndjson > results.ndjson", "a file of recorded calls"],
    ],
    exits: EXITS,
    topics: ["verdicts", "wires", "ndjson", "config", "baseline", "exit-codes"],
  }),
  command("fix", "Repair requests. Only safe fixes are applied unless you allow more.", FILES, {
    input: "files",
    endings: [".json"],
    groups: [FIX, TARGET, RULES, CONFIG, SESSION_FILTER],
    notes: [BODIES, "Without --write the repaired request is printed. Invisible characters are printed as \\uXXXX, which means the same in JSON. --raw and --write keep every byte."],
    examples: [
      ["rethought fix request.json", "print the repaired request"],
      ["rethought fix request.json --diff --allow unsafe", "show what would change"],
      ["rethought fix requests --write", "repair the files of a folder"],
    ],
    exits: { ...EXITS, 0: "nothing is left to fix", 1: "findings are left" },
    topics: ["ndjson", "config", "exit-codes"],
  }),
  command("convert", "Convert requests to another wire, and report what happens to each thought.", FILES, {
    input: "files",
    endings: [".json"],
    groups: [CONVERT, CONVERT_TARGET, { ...RULES, title: "Tables", options: RULES.options.filter(({ name }) => name !== "off") }, CONVERT_OUTPUT, FILTER],
    notes: [BODIES],
    examples: [
      ["rethought convert request.json --to openai-responses --model gpt-5.4", "for another vendor"],
      ["rethought convert request.json --to openai-chat --ledger thoughts.ndjson", "keep dropped thoughts for the way back"],
    ],
    exits: { 0: "the new request has no errors", 1: "the target will refuse it", 2: EXITS[2] },
    topics: ["wires", "ndjson"],
  }),
  command("decode", "Read answers: thoughts, texts and calls, as JSON.", FILES, {
    input: "files",
    endings: [".json", ".sse"],
    groups: [TARGET, FILTER],
    examples: [["rethought decode answer.json --wire anthropic-messages", "an answer, or a stream"]],
    exits: DONE,
    topics: ["wires", "ndjson"],
  }),
  command("explain", "Print a rule, or list all rules.", "[rule]...", {
    input: "rules",
    groups: [CARD_OUTPUT],
    examples: [
      ["rethought explain", "all rules"],
      ["rethought explain thinking-without-signature", "one rule"],
      ["rethought explain --format json", "all rules, for a program"],
    ],
    exits: { 0: "printed", 2: "there is no such rule" },
  }),
  command("classify", "Name the rule behind a provider's error: cause, place and what to do.", FILES, {
    input: "files",
    endings: [".json", ".txt", ".log"],
    groups: [CLASSIFY, CARD_OUTPUT],
    examples: [["rethought classify < error.json", "the body of a 400"]],
    exits: { 0: "a rule is named for every error", 1: "no rule is known for an error", 2: DONE[2] },
  }),
  command("tables", "Print the tables of models and hosts, or validate your own.", "[file]...", {
    input: "files",
    endings: [".json"],
    groups: [TABLES],
    examples: [
      ["rethought tables > tables.json", "the tables of this version"],
      ["rethought tables --check tables.json", "validate a file"],
    ],
    exits: { 0: "no problems", 1: "a table has problems", 2: DONE[2] },
  }),
  command("inspect", "Open a session or trace in the inspector, a local page that sends nothing.", "[file|-]...", {
    input: "transcripts",
    groups: [INSPECT],
    notes: ["It reads HAR, NDJSON, sessions of Claude Code and Codex, VCR cassettes, OpenTelemetry, Langfuse and others, also gzipped."],
    examples: [["rethought inspect session.jsonl", "a session of Claude Code"]],
    exits: DONE,
  }),
  command("proxy", "Start a local proxy that audits, repairs and records calls.", "", {
    input: "none",
    groups: PROXY,
    examples: [
      ["rethought proxy --mode repair --record sessions", "repair calls, and record them"],
      ["rethought proxy --convert openai-responses:gpt-5.4 --key-env OPENAI_API_KEY", "use another vendor's model"],
    ],
    exits: { 0: "stopped", 2: "it could not start" },
    topics: ["wires"],
  }),
  command("report", "Summarize results of audit --ndjson by model, host, wire and day.", "[file|folder|glob|-]...", {
    input: "results",
    endings: [".ndjson", ".jsonl", ".json"],
    groups: [SUMMARY],
    notes: ["The JSON is a summary, which report can read again: parts may be summed in any order."],
    examples: [
      ["rethought report results.ndjson --output report.html", "a page"],
      ["rethought report results.ndjson --before last-week.json --format markdown", "a comparison"],
    ],
    exits: DONE,
    topics: ["ndjson"],
  }),
  command("completion", "Print a script that completes commands, options and values in your shell.", "<bash|zsh|fish>", {
    input: "shells",
    groups: [],
    examples: [
      ["source <(rethought completion bash)", "in ~/.bashrc"],
      ["rethought completion zsh > \"${fpath[1]}/_rethought\"", "once, for zsh"],
      ["rethought completion fish > ~/.config/fish/completions/rethought.fish", "once, for fish"],
    ],
    exits: { 0: "printed", 2: "there is no such shell" },
  }),
];

/** The shells that `completion` supports. */
export const SHELLS = ["bash", "zsh", "fish"];

/** The options of a command, in the order of help. */
export const optionsOf = ({ groups }) => groups.flatMap(({ options }) => options);

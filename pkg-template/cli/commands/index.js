// The commands: the one table from which help, parsing, hints, completion and the reference are made. Data only; importing it does nothing.
//
// A command is `{name, summary, usage, input, groups, notes, examples, exits, topics}`. `groups` are those of options.js, `input` says what its words
// are, `endings` which files of a folder it reads.
import { CARD_OUTPUT, CLASSIFY, CONFIG, CONVERT, CONVERT_OUTPUT, CONVERT_TARGET, DOCTOR, EXPLAIN, FILTER, FIX, ENCRYPTION, FORGET, GENERAL, INSPECT, OUTPUT, PROXY, REPORT, RULES, SESSION_FILTER, SUMMARY, TABLES, TARGET } from "./options.js";

const FILES = "[file|folder|glob|-]...";
const EXITS = { 0: "nothing found", 1: "findings", 2: "a file could not be checked, or an argument is wrong" };
const DONE = { 0: "done", 2: "a file could not be read, or an argument is wrong" };
const BODIES = "A file has the body of a request, or {\"target\": …, \"request\": …}. Without a file, or for -, standard input is read.";
const FOLDERS = "A folder means its .json and .jsonl files, also in subfolders. With --ndjson it means its .ndjson and .jsonl files, also gzipped.";

const command = (name, summary, words, { groups, ...more }) => ({ name, summary, usage: `rethought ${name} [options]${words && ` ${words}`}`, groups: [...groups, GENERAL], notes: [], topics: [], ...more });

/** All commands, in the order of help. */
export const COMMANDS = [
  command("audit", "Check requests before they are sent.", FILES, {
    input: "files",
    endings: [".json", ".jsonl"],
    groups: [TARGET, RULES, REPORT, CONFIG, OUTPUT, SESSION_FILTER],
    notes: [BODIES, "A session of an agent is audited too: each exchange, and the request that the agent sends next. The findings are those of that request.", FOLDERS, "With several files, sarif and junit are one document, and json is a list with a row for each file."],
    examples: [
      ["rethought audit request.json --host api.anthropic.com", "one request"],
      ["rethought audit requests --format github --fail-on reject", "a folder, in CI"],
      ["rethought audit --ndjson traces.ndjson > results.ndjson", "a file of recorded calls"],
    ],
    exits: EXITS,
    topics: ["verdicts", "wires", "ndjson", "config", "baseline", "exit-codes"],
  }),
  command("fix", "Repair requests: safe fixes, and removals of reasoning that the provider is certain to refuse. --allow permits more.", FILES, {
    input: "files",
    endings: [".json", ".jsonl"],
    groups: [FIX, TARGET, RULES, CONFIG, SESSION_FILTER],
    notes: [BODIES, "A session of an agent is repaired by another command: rethought doctor session.jsonl --write", "Without --write the repaired request is printed. Invisible characters are printed as \\uXXXX, which means the same in JSON. --raw and --write keep every byte."],
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
    endings: [".json", ".jsonl"],
    groups: [CONVERT, CONVERT_TARGET, { ...RULES, title: "Tables", options: RULES.options.filter(({ name }) => name !== "off") }, CONVERT_OUTPUT, FILTER],
    notes: [BODIES, "For a session of an agent it converts the request that the agent sends next: all messages up to the last answer."],
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
    groups: [EXPLAIN],
    examples: [
      ["rethought explain", "all rules"],
      ["rethought explain thinking-without-signature", "one rule"],
      ["rethought explain thinking-without-signature --open", "its page, with examples"],
      ["rethought explain --format json", "all rules, for a program"],
    ],
    exits: { 0: "printed", 2: "there is no such rule" },
  }),
  command("classify", "Name the rule behind a provider's error: cause, place and what to do.", FILES, {
    input: "files",
    endings: [".json", ".jsonl", ".txt", ".log", ".zip", ".eval"],
    groups: [CLASSIFY, CARD_OUTPUT],
    notes: ["It classifies the last refusal of a session or another transcript."],
    examples: [
      ["rethought classify < error.json", "the body of a 400"],
      ["rethought classify session.jsonl", "the last refusal of a session"],
    ],
    exits: { 0: "a rule is named for every error", 1: "no rule is known for an error", 2: DONE[2] },
  }),
  command("doctor", "Find out why a session of an agent died, and repair its file.", "[file|folder|glob|id]...", {
    input: "files",
    endings: [".jsonl", ".json", ".zip"],
    groups: DOCTOR,
    notes: [
      "Without a file it lists the sessions of Claude Code, Codex, Gemini CLI, OpenCode, Kilo, pi and OpenClaw. It also lists those of Qwen Code, Copilot CLI, Droid, Grok and Kimi CLI. An id, or the first 4 letters of it, names one of them.",
      "The database of OpenCode or Kilo needs Node 22.13 or later. With an older Node, export the session and give that file. The files in a zip archive are read too.",
      "--write needs proof that no process has the session. Otherwise quit the agent, or use --copy.",
    ],
    examples: [
      ["rethought doctor", "all sessions, with the verdict on the next request"],
      ["rethought doctor session.jsonl", "what killed it, and the smallest edit"],
      ["rethought doctor session.jsonl --write", "repair the file"],
      ["rethought doctor session.jsonl --because \"the encrypted content could not be verified\"", "with the error of the agent"],
    ],
    exits: { 0: "healthy, or repaired", 1: "a session is dead", 2: "a session could not be checked or written, or an argument is wrong" },
    topics: ["exit-codes"],
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
  command("inspect", "Open a session or trace in the inspector, a local page that sends nothing.", "[file|folder|glob|id|-]...", {
    input: "transcripts",
    endings: [".jsonl", ".json", ".ndjson", ".har", ".yaml", ".yml", ".gz", ".zip", ".eval"],
    groups: [INSPECT],
    notes: ["Several files, a folder with its subfolders, or a zip archive are one page with a list. An id names a session that rethought doctor lists.", "It reads HAR, NDJSON, sessions of Claude Code and Codex, VCR cassettes, OpenTelemetry, Langfuse and others, also gzipped."],
    examples: [
      ["rethought inspect session.jsonl", "a session of Claude Code"],
      ["rethought inspect --follow session.jsonl", "a session while it grows"],
      ["rethought inspect ~/.claude/projects", "a list of sessions, with filters"],
    ],
    exits: DONE,
  }),
  command("proxy", "Start a local proxy that audits, repairs and records calls.", "", {
    input: "none",
    groups: PROXY,
    examples: [
      ["rethought proxy --mode repair --record sessions", "repair calls, and record them"],
      ["rethought proxy --convert openai-responses:gpt-5.4 --key-env OPENAI_API_KEY", "use another vendor's model"],
      ["rethought proxy --host 0.0.0.0 --public --token-env PROXY_TOKEN --store-env LEDGER_URL --log json", "for a team"],
    ],
    notes: ["It answers /healthz, /readyz and, for Prometheus, /metrics itself."],
    exits: { 0: "stopped", 2: "it could not start" },
    topics: ["wires", "config"],
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
  command("ledger", "Count, list, delete, export, copy or verify what a store has recorded.", "<stats|list|forget|export|copy|verify> <store> [store]", {
    input: "stores",
    groups: [FORGET, ENCRYPTION, CARD_OUTPUT],
    notes: ["A store is a folder, sqlite:FILE, redis://… or postgres://…, or env:NAME for an address in the environment."],
    examples: [
      ["rethought ledger stats sqlite:ledger.db", "how much there is"],
      ["rethought ledger forget env:LEDGER_URL --conversation user-7", "delete a person's answers"],
      ["rethought ledger copy ledger sqlite:ledger.db", "move to another store"],
    ],
    exits: { 0: "done", 1: "verify found problems", 2: "the store could not be read, or an argument is wrong" },
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

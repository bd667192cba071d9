#!/usr/bin/env node
// rethought audit | fix | convert | decode | explain | classify | tables | inspect | proxy | report. Exit codes: 0 no findings, 1 findings, 2 an error in the arguments or in a file.
import { parseArgs } from "node:util";
import { audit } from "./audit.js";
import { classify } from "./classify.js";
import { convert } from "./convert.js";
import { decode } from "./decode.js";
import { explain } from "./explain.js";
import { fix } from "./fix.js";
import { inspect } from "./inspect.js";
import { note, printText } from "./output.js";
import { tables } from "./tables.js";
import { didYouMean, Usage } from "./usage.js";
import { nearest } from "../text/options.js";
import { version } from "../start/node.js";

const TARGET = ["wire", "host", "model", "url", "account", "era", "enforced", "beta"];
/** The options of a filter: `--ndjson`, and those that are allowed with it only. */
const FILTER = ["ndjson", "jobs", "max-line"];
const ACROSS = ["sessions", "texts"];
/** Loaded when they are called, because no other command needs them. */
const ndjson = async (...args) => (await import("./ndjson.js")).ndjson(...args);
const proxy = async (...args) => (await import("./proxy.js")).proxy(...args);
const report = async (...args) => (await import("./report.js")).report(...args);
/** The commands, each with the options that it reads. */
const COMMANDS = {
  audit: { run: audit, options: [...TARGET, "format", "level", "off", "models", "tables", ...FILTER, ...ACROSS] },
  fix: { run: fix, options: [...TARGET, "off", "models", "tables", "allow", "write", "diff", "raw", ...FILTER, ...ACROSS] },
  convert: { run: convert, options: [...TARGET.slice(1), "from", "to", "policy", "ledger", "format", "raw", "models", "tables", ...FILTER] },
  decode: { run: decode, options: [...TARGET, ...FILTER] },
  explain: { run: explain, options: [] },
  classify: { run: classify, options: ["wire", "format"] },
  tables: { run: tables, options: ["check"] },
  inspect: { run: inspect, options: ["port", "no-open"] },
  proxy: { run: proxy, options: ["port", "host", "public", "mode", "store", "record", "record-texts", "allow", "off", "allow-host", "upstream", "convert", "convert-host", "model-map", "key-env"] },
  report: { run: report, options: ["format", "output", "before", "examples", "raw"] },
};

const HELP = `rethought ${version()}: reports what a provider will refuse or lose, before you send a request

  rethought audit [files]       check requests
  rethought fix [files]         repair requests; only safe fixes unless you allow more
  rethought convert [files]     convert requests to another wire; report what happens to each thought
  rethought decode [files]      read answers: thoughts, texts and calls, as JSON
  rethought explain [rule]      print a rule, or list all rules
  rethought classify [files]    name the rule behind a provider's error: cause, place, what to do
  rethought tables              print the tables of models and hosts; --check [files] validates your own
  rethought inspect [files]     open a transcript in the inspector, a local page that sends nothing
  rethought proxy               start a local proxy that audits, repairs and records calls
  rethought report [files]      summarize results of audit --ndjson by model, host, wire and day

A file has the body of a request, or {"target": …, "request": …}. Without a file, or for -, standard input is read.
inspect reads transcripts: HAR, NDJSON, sessions of Claude Code and Codex, VCR cassettes and others, also gzipped.

target         --wire --host --model --url --account --era --enforced --beta (repeatable)
audit          --format text|json|sarif|github, --level reject|degrade|advice, --off rule (repeatable), --models file, --tables file
fix            --allow unsafe|placeholder (repeatable), --write (change the file), --diff (only show the changes), --raw (print exact bytes)
convert        --from wire, --to wire, --host and --model of the new target, --policy drop|envelope|side-channel|summary,
               --ledger file (keeps dropped thoughts for the conversion back), --format text|json, --raw
classify       --wire, --format text|json
inspect        --port number, --no-open (only print the address)
proxy          --port number (8787), --mode observe|repair|block, --allow unsafe|placeholder (repeatable), --off rule (repeatable),
               --store folder (a ledger of all answers), --record folder (sessions as transcripts, without secrets),
               --record-texts (with secrets), --allow-host host (repeatable), --upstream NAME=URL (repeatable),
               --convert wire:model with --key-env NAME (another vendor's model), --convert-host HOST,
               --model-map ASKED=MODEL (repeatable: claude-haiku*=gpt-5-mini), --host address with --public
report         --format html|json|markdown, --output file, --before file (repeatable; compare with these results),
               --examples file (repeatable; the audited lines: examples of each rule, without secrets unless --raw).
               The JSON is a summary, which report can read again.

--ndjson       turns audit, fix, convert and decode into filters over lines.
               A line in is a request, or {"id", "request", "response", "stream", "next", "target", "time", "session"}; all members are optional.
               A line out is a result or an error with the same id, in the same order. The last line has the counts: without it, the output is cut.
               --jobs number (all cores), --max-line bytes (64 MiB), --texts (with the texts of findings),
               --sessions (consecutive lines with the same session are one conversation). The exit code is 0 if it ran.

With several files, sarif is one document and json is a list with a row for each file. If a file fails, the error is reported and the others are processed.
Invisible characters are printed as \\uXXXX. In the JSON that fix prints, this means the same. --raw and --write keep every byte.

Exit codes: 0 no findings, 1 findings, 2 an error in the arguments or in a file.
Exit codes of classify: 0 a rule is named, 1 no rule known, 2 an error in the arguments or in a file.`;

const text = { type: "string" };
const repeatable = { type: "string", multiple: true };
const flag = { type: "boolean" };
const OPTIONS = {
  wire: text, host: text, model: text, url: text, account: text, era: text, enforced: flag, beta: repeatable, off: repeatable, models: text, tables: text, check: flag,
  format: text, level: text, allow: repeatable, write: flag, diff: flag, raw: flag, port: text, "no-open": flag, from: text, to: text, policy: text, public: flag, mode: text, store: text, record: text, "record-texts": flag,
  "allow-host": repeatable, upstream: repeatable, convert: text, "convert-host": text, "model-map": repeatable, "key-env": text, ledger: text, output: text, before: repeatable, examples: repeatable, ndjson: flag, jobs: text, "max-line": text, sessions: flag, texts: flag,
  help: { ...flag, short: "h" }, version: flag,
};

/** Options under the names that other tools have for them. */
const OTHER_NAMES = { "-v": "version", "-V": "version", "-o": "output", "-f": "format" };

async function main(args) {
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (values.version) return printText(version());
  if (values.help || name === "help") return printText(HELP);
  if (!name) throw new Usage("Name a command.");
  if (!Object.hasOwn(COMMANDS, name)) throw new Usage(`Unknown command ${name}.${didYouMean(nearest(name, Object.keys(COMMANDS)))}`);
  const { run, options } = COMMANDS[name];
  const stray = Object.keys(values).find((option) => !options.includes(option));
  if (stray) throw new Usage(`${name} has no option --${stray}`);
  if (values.ndjson) return ndjson(name, rest, values);
  const alone = [...FILTER, ...ACROSS].find((option) => values[option] !== undefined);
  if (alone) throw new Usage(`--${alone} is allowed with --ndjson only`);
  return run(rest, values);
}

function parse(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [, unknown] = error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? (/^Unknown option '(-[^']*)'/.exec(error.message) ?? []) : [];
    if (unknown === undefined) throw new Usage(error.message);
    const meant = OTHER_NAMES[unknown] ?? nearest(unknown.replace(/^--?/, ""), Object.keys(OPTIONS));
    throw new Usage(`Unknown option ${unknown}.${didYouMean(meant && `--${meant}`)}`);
  }
}

// A closed pipe, such as that of `head`, is not a failure.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") note(`rethought: cannot write the output: ${error.message}`);
  process.exit(error.code === "EPIPE" ? 0 : 2);
});

try {
  process.exitCode = (await main(process.argv.slice(2))) ?? 0;
} catch (error) {
  note(`rethought: ${error.message}`);
  if (error instanceof Usage) note("See: rethought --help");
  process.exitCode = 2;
}

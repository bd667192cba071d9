#!/usr/bin/env node
// rethought audit | fix | convert | decode | explain | classify | tables | inspect | proxy | report. Exit codes: 0 clean, 1 findings, 2 could not run, or not for every file.
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
import { Usage } from "./usage.js";
import { nearest } from "../text/options.js";
import { version } from "../start/node.js";

const TARGET = ["wire", "host", "model", "url", "account", "era", "enforced", "beta"];
/** The options of a filter: `--ndjson`, and those that only go with it. */
const FILTER = ["ndjson", "jobs", "max-line"];
const ACROSS = ["sessions", "texts"];
/** Loaded when they are called: no other command needs them. */
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

const HELP = `rethought ${version()}: what a provider would refuse or lose, known before sending

  rethought audit [files]       what is wrong with requests
  rethought fix [files]         requests, mended; safe edits unless more is allowed
  rethought convert [files]     requests for another wire, with the fate of every thought
  rethought decode [files]      answers, read: their thoughts, texts and calls, as JSON
  rethought explain [rule]      the card of a rule, or the names of all
  rethought classify [files]    a provider's error: which rule, where, what to do
  rethought tables              what is known of models and hosts; --check [files] validates such tables
  rethought inspect [files]     a transcript in the inspector, a page on this machine that sends nothing
  rethought proxy               a port of this machine in front of the providers: audits, repairs and records what passes
  rethought report [files]      results of audit --ndjson, in any number of files: verdicts and rules by model, host, wire and day

A file holds a request's body, or {"target": …, "request": …}; without one, or for -, standard input is read.
inspect takes transcripts: HAR, NDJSON, sessions of Claude Code and Codex, VCR cassettes and others, gzipped or not.

where it goes  --wire --host --model --url --account --era --enforced --beta (often)
audit          --format text|json|sarif|github, --level reject|degrade|advice, --off rule (often), --models file, --tables file
fix            --allow unsafe|placeholder (often), --write (into the file), --diff (what would change), --raw (bytes as they are)
convert        --from wire, --to wire, --host and --model where it goes, --policy drop|envelope|side-channel|summary, --ledger file (for the way home),
               --format text|json, --raw
classify       --wire, --format text|json
inspect        --port number, --no-open (only prints the address)
proxy          --port number (8787), --mode observe|repair|block, --allow unsafe|placeholder (often), --off rule (often), --store folder (what was emitted),
               --record folder (sessions as transcripts, without secrets), --record-texts (with all that was sent), --allow-host host (often),
               --upstream NAME=URL (often), --convert wire:model with --key-env NAME (another vendor's model), --convert-host HOST,
               --model-map ASKED=MODEL (repeatable: claude-haiku*=gpt-5-mini), --host address with --public
report         --format html|json|markdown, --output file, --before file (often; what changed since those results), --examples file (often; the audited lines:
               examples of each rule, for the inspector, without secrets unless --raw). The json is a summary: report takes it as it takes results.

--ndjson       makes a filter of audit, fix, convert and decode: a line in is {"id", "request", "response", "stream", "next", "target", "time", "session"}, as far as there
               is one of each, or a request by itself; a line out is a result or an error, with the id, in order, and the last one has the counts: if it is missing, the
               output was cut. --jobs number (all cores), --max-line bytes (64 MiB), --texts (the words of findings), --sessions (lines that follow one another with the
               same session are one conversation). Its exit code is 0 if it ran, whatever it found.

With several files, sarif is one document and json a list with a row for each; a file that fails is reported, and the others are
processed.
Characters that cannot be seen are printed as \\uXXXX. The requests that fix prints have them so in their strings, which is the
same JSON; --raw and --write keep every byte.

Exit codes: 0 clean, 1 findings, 2 could not run, or not for every file.`;

const text = { type: "string" };
const often = { type: "string", multiple: true };
const flag = { type: "boolean" };
const OPTIONS = {
  wire: text, host: text, model: text, url: text, account: text, era: text, enforced: flag, beta: often, off: often, models: text, tables: text, check: flag,
  format: text, level: text, allow: often, write: flag, diff: flag, raw: flag, port: text, "no-open": flag, from: text, to: text, policy: text, public: flag, mode: text, store: text, record: text, "record-texts": flag,
  "allow-host": often, upstream: often, convert: text, "convert-host": text, "model-map": often, "key-env": text, ledger: text, output: text, before: often, examples: often, ndjson: flag, jobs: text, "max-line": text, sessions: flag, texts: flag,
  help: { ...flag, short: "h" }, version: flag,
};

async function main(args) {
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (values.version) return printText(version());
  if (values.help || name === "help") return printText(HELP);
  if (!name) throw new Usage("a command is missing");
  if (!Object.hasOwn(COMMANDS, name)) throw new Usage(`there is no command ${name}`);
  const { run, options } = COMMANDS[name];
  const stray = Object.keys(values).find((option) => !options.includes(option));
  if (stray) throw new Usage(`${name} has no option --${stray}`);
  if (values.ndjson) return ndjson(name, rest, values);
  const alone = [...FILTER, ...ACROSS].find((option) => values[option] !== undefined);
  if (alone) throw new Usage(`--${alone} goes with --ndjson`);
  return run(rest, values);
}

function parse(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [, unknown] = error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? (/^Unknown option '--([^']*)'/.exec(error.message) ?? []) : [];
    throw new Usage(unknown === undefined ? error.message : `there is no option --${unknown}; the nearest is --${nearest(unknown, Object.keys(OPTIONS))}`);
  }
}

// A reader that went away, such as `head`, is no failure.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") note(`rethought: the output cannot be written: ${error.message}`);
  process.exit(error.code === "EPIPE" ? 0 : 2);
});

try {
  process.exitCode = (await main(process.argv.slice(2))) ?? 0;
} catch (error) {
  note(`rethought: ${error.message}`);
  if (error instanceof Usage) note("rethought --help says how it is called.");
  process.exitCode = 2;
}

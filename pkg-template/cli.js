#!/usr/bin/env node
// rethought audit | fix | explain | classify. Exit codes: 0 clean, 1 findings, 2 could not run.
import { parseArgs } from "node:util";
import { audit } from "./cli/audit.js";
import { classify } from "./cli/classify.js";
import { explain } from "./cli/explain.js";
import { fix } from "./cli/fix.js";
import { Usage } from "./cli/usage.js";
import { version } from "./node.js";

const COMMANDS = { audit, fix, explain, classify };

const HELP = `rethought ${version()}: what a provider would refuse or lose, known before sending

  rethought audit [files]       what is wrong with requests
  rethought fix [files]         requests, mended; safe edits unless more is allowed
  rethought explain [rule]      the card of a rule, or the names of all
  rethought classify [files]    a provider's error: which rule, where, what to do

A file holds a request's body, or {"target": …, "request": …}; without one, or for -, standard input is read.

where it goes  --wire --host --model --url --account --era --enforced --beta (often)
audit          --format text|json|sarif|github, --level reject|degrade|advice, --off rule (often), --models file
fix            --allow unsafe|placeholder (often), --write (into the file), --diff (what would change)
classify       --wire, --format text|json

Exit codes: 0 clean, 1 findings, 2 could not run.`;

const text = { type: "string" };
const often = { type: "string", multiple: true };
const flag = { type: "boolean" };
const OPTIONS = {
  wire: text, host: text, model: text, url: text, account: text, era: text, enforced: flag, beta: often, off: often, models: text,
  format: text, level: text, allow: often, write: flag, diff: flag, help: { ...flag, short: "h" }, version: flag,
};

async function main(args) {
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (values.version) return print(version());
  if (values.help || name === "help") return print(HELP);
  if (!name) throw new Usage("a command is missing");
  if (!Object.hasOwn(COMMANDS, name)) throw new Usage(`there is no command ${name}`);
  return COMMANDS[name](rest, values, print);
}

function parse(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Usage(error.message);
  }
}

function print(said) {
  if (said) process.stdout.write(said.endsWith("\n") ? said : `${said}\n`);
  return 0;
}

// A reader that went away, such as `head`, is no failure.
process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 2));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`rethought: ${error.message}\n${error instanceof Usage ? "rethought --help says how it is called.\n" : ""}`);
  process.exitCode = 2;
}

#!/usr/bin/env node
// The command line. Each command is a module that is loaded when it is called; commands/ has the table of all. Exit codes: 0 nothing found, 1 findings,
// 2 an error in the arguments or in a file.
import { readFileSync } from "node:fs";
import v8 from "node:v8";
import { readArguments } from "./arguments.js";
import { useColor } from "./terminal.js";
import { Usage } from "./usage.js";

const RUN = {
  audit: async () => (await import("./audit.js")).audit,
  fix: async () => (await import("./fix.js")).fix,
  convert: async () => (await import("./convert.js")).convert,
  decode: async () => (await import("./decode.js")).decode,
  explain: async () => (await import("./explain.js")).explain,
  classify: async () => (await import("./classify.js")).classify,
  doctor: async () => (await import("./doctor.js")).doctor,
  tables: async () => (await import("./tables.js")).tables,
  inspect: async () => (await import("./inspect.js")).inspect,
  proxy: async () => (await import("./proxy.js")).proxy,
  report: async () => (await import("./report.js")).report,
  ledger: async () => (await import("./ledger.js")).ledger,
  completion: async () => (await import("./completion.js")).completion,
};

/** The command that is called, for its help. */
let called;

async function main(args) {
  const { command, isTopic, words, values } = await readArguments(args);
  useColor(values.color);
  if (values.version) return print(version());
  if (values.help || isTopic) {
    const { commandHelp, helpOf } = await import("./help.js");
    return print(command ? commandHelp(command) : await helpOf(words, version()));
  }
  if (!command) throw new Usage("Name a command.");
  called = command.name;
  refuseStray(values);
  if (values.ndjson) return (await import("./ndjson.js")).ndjson(command, words, values);
  const [run] = await Promise.all([RUN[command.name](), STARTED.includes(command.name) && start()]);
  return run(words, values, command);
}

/** The commands that always call the core. */
const STARTED = ["audit", "fix", "convert", "decode", "classify", "doctor"];

/** Compiles the wasm beside the loading of modules, which takes as long. A fault shows again at the first call, with its sentence. */
async function start() {
  try {
    // A command calls few of the functions. V8 then validates only these, which saves a third of the compilation.
    v8.setFlagsFromString("--wasm-lazy-validation");
    const module = await WebAssembly.compile(readFileSync(new URL("../wasm/rethought.wasm", import.meta.url)));
    (await import("../wasm/recover.js")).startSync(module);
  } catch {
    return;
  }
}

/** Options of the filters mean nothing without it. */
function refuseStray(values) {
  const stray = ["jobs", "max-line", "sessions", "texts"].find((name) => values[name] !== undefined);
  if (stray && !values.ndjson) throw new Usage(`--${stray} is allowed with --ndjson only`);
}

/** The version of the package. To ask the core would compile its wasm. */
const version = () => JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;

/** Prints text of our own. Other output goes through output.js, which loads more. */
function print(text) {
  process.stdout.write(`${text}\n`);
}

// A closed pipe, such as that of `head`, is not a failure.
process.stdout.on("error", async (error) => {
  if (error.code !== "EPIPE") (await import("./output.js")).warn(`cannot write the output: ${error.message}`);
  process.exit(error.code === "EPIPE" ? 0 : 2);
});

try {
  process.exitCode = (await main(process.argv.slice(2))) ?? 0;
} catch (error) {
  const { note, warn } = await import("./output.js");
  warn(error.message);
  if (error instanceof Usage) note(["See: rethought", error.command ?? called, "--help"].filter(Boolean).join(" "));
  process.exitCode = 2;
}

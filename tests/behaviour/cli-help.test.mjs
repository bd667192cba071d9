// Help, hints, colours and completion: all from one table.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { explain } from "rethought";
import { COMMANDS, optionsOf } from "./node_modules/rethought/cli/commands/index.js";
import { OTHER_COMMANDS, OTHER_OPTIONS, WIRES } from "./node_modules/rethought/cli/commands/names.js";
import { OTHER_WIRES } from "./node_modules/rethought/text/other-wire-names.js";
import { TOPICS } from "./node_modules/rethought/cli/commands/topics.js";
import { readArguments } from "./node_modules/rethought/cli/arguments.js";
import { faultsOf, longSentences, unwantedWords } from "./voice.mjs";

const BIN = fileURLToPath(new URL("./node_modules/.bin/rethought", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rethought-help-"));
const run = (args, { input, env } = {}) => {
  const { NO_COLOR, FORCE_COLOR, ...rest } = process.env;
  const { status, stdout, stderr } = spawnSync(BIN, args, { input, encoding: "utf8", cwd: folder, env: { ...rest, ...env } });
  return { status, stdout, stderr };
};
const BAD = '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"b"},{"type":"text","text":"c"}]},{"role":"user","content":"d"}]}';
writeFileSync(join(folder, "bad.json"), BAD);

test("every command has help: synopsis, options with values and defaults, examples and exit codes, in 80 columns", () => {
  for (const command of COMMANDS) {
    const { status, stdout, stderr } = run([command.name, "--help"]);
    assert.deepEqual([status, stderr], [0, ""], command.name);
    assert.ok(stdout.includes(`\nUsage: rethought ${command.name} [options]`), command.name);
    for (const { name, values, initial, value } of optionsOf(command)) {
      assert.ok(stdout.includes(`--${name}${value ? ` <${value}>` : ""}`), `${command.name} --${name}`);
      if (initial) assert.ok(stdout.replace(/\s+/g, " ").includes(`(default: ${initial})`), `${command.name} --${name}: ${initial}`);
      if (values && values.length <= 6) assert.ok(stdout.replace(/\s+/g, " ").includes(values.join(", ")), `${command.name} --${name}: ${values}`);
    }
    assert.match(stdout, /^Exit codes\n {2}0 /m);
    assert.match(stdout, /^Examples\n {2}# .+\n {2}\S/m);
    const wide = stdout.split("\n").filter((line) => line.length > 80 && !/^(?:Usage:| {2}(?:rethought|source)) /.test(line));
    assert.deepEqual(wide, [], command.name);
    assert.equal(run(["help", command.name]).stdout, stdout);
    assert.equal(run([command.name, "-h"]).stdout, stdout);
  }
});

test("the overview lists every command and topic, and every topic has a page", () => {
  const { stdout } = run(["--help"]);
  for (const { name, summary } of COMMANDS) assert.ok(stdout.replace(/\s+/g, " ").includes(`${name} ${summary}`), name);
  for (const [name, { summary }] of Object.entries(TOPICS)) {
    assert.ok(stdout.replace(/\s+/g, " ").includes(`${name} ${summary}`), name);
    const page = run(["help", name]);
    assert.equal(page.status, 0);
    assert.ok(page.stdout.split("\n").length > 8, name);
  }
  assert.equal(run(["help"]).stdout, stdout);
  assert.match(run(["help", "basline"]).stderr, /^rethought: No help on basline\. Did you mean baseline\? Topics: ndjson, /);
});

test("every topic that a command names is there, and every example can be parsed", async () => {
  for (const { name, topics, examples } of COMMANDS) {
    for (const topic of topics) assert.ok(Object.hasOwn(TOPICS, topic), `${name}: ${topic}`);
    for (const [line] of examples) {
      const words = line.replace(/^source <\((.*)\)$/, "$1").replace(/ [<>] .*$/, "").split(" ");
      assert.equal(words[0], "rethought");
      assert.equal((await readArguments(words.slice(1))).command.name, name, line);
    }
  }
  for (const { text } of Object.values(TOPICS))
    for (const line of text.filter((line) => /^ {2}rethought /.test(line))) await readArguments(line.trim().replace(/ {2,}.*$| > .*$/, "").split(" ").slice(1));
});

test("an option has one type in all commands, and the texts of the table are whole", () => {
  const types = new Map();
  for (const command of COMMANDS) {
    const options = optionsOf(command);
    assert.equal(new Set(options.map(({ name }) => name)).size, options.length, command.name);
    for (const { name, value, isRepeatable } of options) {
      const type = `${Boolean(value)} ${Boolean(isRepeatable)}`;
      assert.equal(types.get(name) ?? type, type, name);
      types.set(name, type);
    }
  }
  const texts = COMMANDS.flatMap((command) => [command.summary, ...command.notes, ...Object.values(command.exits), ...optionsOf(command).map(({ about }) => about)]);
  const topics = Object.values(TOPICS).flatMap(({ text }) => text.filter((line) => line && !line.startsWith("  ")));
  for (const text of new Set([...texts, ...topics])) assert.deepEqual([...faultsOf(text).filter((fault) => !text.endsWith(":") || fault !== "the sentence is cut"), ...longSentences(text), ...unwantedWords(text, "cli")], [], text);
});

test("the wires of the table are those of the types, and other names lead to what is there", () => {
  const [, union] = /^export type Wire = (.+);$/m.exec(readFileSync(new URL("./node_modules/rethought/records/index.d.ts", import.meta.url), "utf8"));
  assert.deepEqual([...WIRES].sort(), union.split(" | ").map((wire) => JSON.parse(wire)).sort());
  for (const name of Object.values(OTHER_WIRES).flat()) assert.ok(WIRES.includes(name) || name === "ai-sdk", name);
  const flags = new Set(COMMANDS.flatMap(optionsOf).map(({ name }) => `--${name}`));
  for (const other of Object.values(OTHER_OPTIONS)) assert.ok(flags.has(other.split(" ")[0]) || other === "rethought fix", other);
  for (const other of Object.values(OTHER_COMMANDS)) assert.ok(COMMANDS.some(({ name }) => name === other) || ["help wires", "--version"].includes(other), other);
});

test("hints: names within two edits, and known other names; nothing for what is far", () => {
  for (const [args, sentence] of [
    [["audit", "x", "--json"], "Unknown option --json. Did you mean --format json?"],
    [["audit", "x", "--no-color"], "Unknown option --no-color. Did you mean --color never?"],
    [["audit", "x", "--fix"], "Unknown option --fix. Did you mean rethought fix?"],
    [["fix", "x", "--json"], "Unknown option --json. Did you mean --ndjson?"],
    [["audit", "x", "--basline", "y"], "Unknown option --basline. Did you mean --baseline?"],
    [["audit", "x", "--umbrella"], "Unknown option --umbrella."],
    [["audit", "x", "-x"], "Unknown option -x."],
    [["audit", "x", "--wire", "openai"], `--wire must be ${WIRES.slice(0, -1).join(", ")} or ${WIRES.at(-1)} (got openai). Did you mean openai-responses or openai-chat?`],
    [["audit", "x", "--wire", "claude"], `--wire must be ${WIRES.slice(0, -1).join(", ")} or ${WIRES.at(-1)} (got claude). Did you mean anthropic-messages?`],
    [["audit", "x", "--fail-on", "error"], "--fail-on must be advice, degrade, reject or never (got error). Did you mean reject?"],
    [["audit", "x", "--level", "advise"], "--level must be advice, degrade or reject (got advise). Did you mean advice?"],
    [["audit", "x", "--level"], "--level needs a value: advice, degrade or reject"],
    [["audit", "x", "--level", "--quiet"], "--level needs a value: advice, degrade or reject"],
    [["audit", "x", "--quiet=1"], "--quiet has no value (got 1)"],
    [["audit", "bad.json", "--off", "half-answer,thinkng-without-signature"], "Unknown rule thinkng-without-signature. Did you mean thinking-without-signature?"],
    [["lint", "x"], "Unknown command lint. Did you mean rethought audit?"],
    [["wires"], "Unknown command wires. Did you mean rethought help wires?"],
    [["zebra"], "Unknown command zebra."],
    [["foo"], "Unknown command foo."],
  ]) {
    const { status, stdout, stderr } = run(args);
    assert.deepEqual([status, stdout, stderr.split("\n")[0]], [2, "", `rethought: ${sentence}`]);
    assert.match(stderr, /\nSee: rethought (?:\w+ )?--help\n$/);
  }
});

test("-v and --version print the version alone, and start no wasm", () => {
  const { version } = JSON.parse(readFileSync(new URL("./node_modules/rethought/package.json", import.meta.url), "utf8"));
  // The process ends if any code compiles wasm.
  const trap = `data:text/javascript,${encodeURIComponent("WebAssembly.compile = () => process.exit(99); WebAssembly.Module = class { constructor() { process.exit(99); } };")}`;
  const env = { NODE_OPTIONS: `--import ${trap}` };
  for (const args of [["-v"], ["--version"], ["--help"], ["audit", "--help"], ["help", "wires"], ["explain"], ["completion", "bash"], ["audti"]]) assert.notEqual(run(args, { env }).status, 99, args.join(" "));
  assert.equal(run(["audit", "bad.json"], { env }).status, 99);
  for (const args of [["-v"], ["--version"], ["audit", "-v"]]) assert.deepEqual(run(args), { status: 0, stdout: `${version}\n`, stderr: "" });
});

test("colours: by --color, NO_COLOR and FORCE_COLOR; without them the text is the same", () => {
  const plain = run(["audit", "bad.json"]).stdout;
  assert.equal(stripVTControlCharacters(plain), plain);
  const coloured = run(["audit", "bad.json", "--color", "always"]).stdout;
  assert.notEqual(coloured, plain);
  assert.equal(stripVTControlCharacters(coloured), plain);
  assert.match(coloured, /^\u001b\[31merror\[thinking-without-signature\]\u001b\[39m: /);
  assert.equal(run(["audit", "bad.json"], { env: { FORCE_COLOR: "1" } }).stdout, coloured);
  assert.equal(run(["audit", "bad.json"], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } }).stdout, plain);
  assert.equal(run(["audit", "bad.json", "--color", "never"], { env: { FORCE_COLOR: "1" } }).stdout, plain);
  assert.equal(run(["audit", "bad.json", "--color", "always"], { env: { NO_COLOR: "1" } }).stdout, coloured);
  assert.match(run(["audit", "none.json"], { env: { FORCE_COLOR: "1" } }).stderr, /^\u001b\[31mrethought:\u001b\[39m none\.json: no such file\n$/);
});

test("explain lists all rules under headings, and gives cards as JSON", () => {
  const { stdout } = run(["explain"]);
  const headings = [...stdout.matchAll(/^([A-Z].+) \((\d+) rules\)$/gm)];
  assert.ok(headings.length >= 8);
  assert.equal(headings.reduce((sum, [, , count]) => sum + Number(count), 0), explain().length);
  const cards = JSON.parse(run(["explain", "--format", "json"]).stdout);
  assert.deepEqual(cards.map(({ group, ...card }) => card), explain().map((id) => explain(id)));
  assert.ok(cards.every(({ group }) => headings.some(([, name]) => name === group)));
  const one = JSON.parse(run(["explain", "dropped-thought", "--format", "json"]).stdout);
  assert.deepEqual([one.id, one.group], ["dropped-thought", "With a ledger of recorded answers"]);
  assert.match(run(["explain", "dropped-thought", "half-answer"]).stdout, /^dropped-thought \([^]*^half-answer \(/m);
});

/** The completions of a line in bash. The script calls `rethought` for the names of rules. */
function completed(line) {
  // Bash takes the sign of `--format=json` for a word.
  const words = line.split(/ |(?==)|(?<==)/);
  const script = `source <(rethought completion bash); COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _rethought; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8", cwd: folder, env: { ...process.env, PATH: `${join(BIN, "..")}:${process.env.PATH}` } });
  assert.equal(stderr, "");
  return stdout.trim().split("\n").filter(Boolean);
}
const hasShell = (shell) => spawnSync(shell, ["-c", "exit 0"]).status === 0;

test("completion in bash: commands, options, values, rules, topics and files", { skip: !hasShell("bash") && "there is no bash" }, () => {
  assert.deepEqual(completed("rethought aud"), ["audit"]);
  assert.deepEqual(completed("rethought audit --write-"), ["--write-baseline"]);
  assert.deepEqual(completed("rethought audit --format s"), ["sarif"]);
  assert.deepEqual(completed("rethought report --format h"), ["html"]);
  assert.deepEqual(completed("rethought audit --format=js"), ["json"]);
  assert.deepEqual(completed("rethought ledger ver"), ["verify"]);
  assert.deepEqual(completed("rethought convert --to openai-"), ["openai-responses", "openai-chat"]);
  assert.deepEqual(completed("rethought audit --off thinking-without-si"), ["thinking-without-signature"]);
  assert.deepEqual(completed("rethought explain half-a"), ["half-answer"]);
  assert.deepEqual(completed("rethought help exit"), ["exit-codes"]);
  assert.deepEqual(completed("rethought completion f"), ["fish"]);
  assert.deepEqual(completed("rethought audit b"), ["bad.json"]);
});

for (const shell of ["bash", "zsh", "fish"])
  test(`the script for ${shell} has every command and option, and the shell can read it`, { skip: !hasShell(shell) && `there is no ${shell}` }, () => {
    const { status, stdout } = run(["completion", shell]);
    assert.equal(status, 0);
    for (const command of COMMANDS) for (const { name } of optionsOf(command)) assert.match(stdout, new RegExp(`(?:--|-l )${name}\\b`), `${command.name} ${name}`);
    writeFileSync(join(folder, `completion.${shell}`), stdout);
    assert.deepEqual(spawnSync(shell, ["-n", `completion.${shell}`], { cwd: folder, encoding: "utf8" }).stderr, "");
  });

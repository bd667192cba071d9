// Hostile texts through every command and every format of the command line, and through render(): the output is always printable text.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { audit, classify, explain, render } from "rethought";
import { assertPrintable, HOSTILE } from "./hostile-texts.mjs";

const BIN = fileURLToPath(new URL("./node_modules/.bin/rethought", import.meta.url));
const TARGET = { wire: "anthropic-messages" };
/** The formats of `render`, and those that the command line has besides. */
const FORMATS = ["text", "json", "sarif", "github"];
const MORE_FORMATS = ["junit", "markdown"];
const isOurs = (line) => /^::(?:error|warning|notice) file=[^:]*,title=[^:]*::[^\n]*$/.test(line);

/** Returns a request with a text in every possible place: ids, names, keys, models, texts. Its findings quote some of them. */
const requestWith = (text) =>
  JSON.stringify({
    model: `claude-opus-4-5${text}`,
    max_tokens: 9,
    [text]: { [text]: text },
    messages: [
      { role: "user", content: text },
      { role: "assistant", content: [{ type: "thinking", thinking: text }, { type: "tool_use", id: `toolu_${text}`, name: text, input: { [text]: text } }, { type: "tool_use", id: `toolu_${text}`, name: text, input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: `other_${text}`, content: text }] },
    ],
  });
const errorWith = (text) => JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: `messages.3.content.0.thinking.signature: Field required ${text}` } });
/** An argument cannot have NUL and only whole characters; a file name also has no slash. */
const argument = (text) => text.replace(/\p{Cs}/gu, "");
const fileName = (text) => argument(text).replaceAll("/", "").slice(0, 60);

for (const [name, text] of Object.entries(HOSTILE)) {
  const folder = join(mkdtempSync(join(tmpdir(), "rethought-hostile-")), "here");
  mkdirSync(folder);
  const run = (args, input) => {
    const { status, stdout, stderr } = spawnSync(BIN, args, { input, encoding: "utf8", cwd: folder });
    const own = args.includes("github") ? isOurs : undefined;
    assertPrintable(stdout, `${name}: ${JSON.stringify(args)}`, own);
    assertPrintable(stderr, `${name}: ${JSON.stringify(args)}, on standard error`);
    return { status, stdout, stderr };
  };
  // The name begins a line of the report, and the text begins the name.
  const file = `${fileName(text)}.json`;
  const request = requestWith(text);
  writeFileSync(join(folder, file), request);
  writeFileSync(join(folder, "good.json"), request);
  const report = audit(request, TARGET);

  test(`${name}: audit prints only printable text in every format`, () => {
    assert.ok(report.findings.length > 1);
    for (const format of [...FORMATS, ...MORE_FORMATS]) {
      const { status, stdout } = run(["audit", file, "--wire", TARGET.wire, "--format", format]);
      assert.equal(status, 1);
      assert.match(stdout, /\\u[0-9a-f]{4}/);
      if (format === "github") assert.equal(stdout.trimEnd().split("\n").filter(isOurs).length, report.findings.length);
      if (format === "json") {
        const { tables, ...printed } = JSON.parse(stdout);
        assert.deepEqual(printed, JSON.parse(JSON.stringify(report)));
      }
      if (format === "sarif") assert.equal(JSON.parse(stdout).runs[0].results.length, report.findings.length);
      run(["audit", file, "good.json", "none.json", "--wire", TARGET.wire, "--format", format]);
    }
  });

  test(`${name}: one report on lines has only printable text, and colours are nothing but our own codes`, () => {
    writeFileSync(join(folder, "lines.ndjson"), JSON.stringify({ id: text, request, target: TARGET }));
    for (const format of ["text", "sarif", "github", "junit", "markdown"]) {
      const args = ["audit", "--ndjson", "lines.ndjson", "--format", format, "--jobs", "1"];
      const { status, stdout } = run(args);
      assert.deepEqual([status, stdout.includes("thinking-without-signature")], [0, true], format);
    }
    const plain = run(["audit", file, "--wire", TARGET.wire]).stdout;
    const coloured = spawnSync(BIN, ["audit", file, "--wire", TARGET.wire, "--color", "always"], { cwd: folder, encoding: "utf8" }).stdout;
    assert.equal(coloured.replace(/\u001b\[(?:2|22|31|32|33|36|39)m/g, ""), plain);
  });

  test(`${name}: fix prints the same JSON, and says what it did, in printable text`, () => {
    const { stdout } = run(["fix", file, "--wire", TARGET.wire]);
    assert.deepEqual(JSON.parse(stdout), JSON.parse(request));
    run(["fix", file, "--wire", TARGET.wire, "--allow", "unsafe", "--diff"]);
    writeFileSync(join(folder, `w${file}`), request);
    run(["fix", `w${file}`, "--wire", TARGET.wire, "--allow", "unsafe", "--write"]);
    assert.notEqual(readFileSync(join(folder, `w${file}`), "utf8"), request);
    // The bytes are for a program, not for a terminal.
    assert.equal(spawnSync(BIN, ["fix", file, "--wire", TARGET.wire, "--raw"], { cwd: folder, encoding: "utf8" }).stdout, request);
  });

  test(`${name}: classify, explain, inspect and errors of usage print only printable text`, () => {
    const error = errorWith(text);
    writeFileSync(join(folder, `e${file}`), error);
    for (const format of ["text", "json"]) {
      const { stdout } = run(["classify", `e${file}`, "--format", format]);
      assert.match(stdout, /thinking-without-signature/);
      assert.match(stdout, /\\u[0-9a-f]{4}/);
      if (format === "json") assert.deepEqual(JSON.parse(stdout), JSON.parse(JSON.stringify(classify(error))));
    }
    const given = argument(text);
    const calls = [["explain", given], [given], [`--${given}`], [`-${given}`], ["audit", "--format", given], ["audit", "--level", given], ["audit", "good.json", "--models", given], ["inspect", "--port", given]];
    const files = [["audit", given], ["fix", given], ["fix", given, "--write"], ["classify", given], ["inspect", given, "--no-open"], ["audit", "good.json", "--wire", given], ["classify", `e${file}`, "--wire", given], ["audit", "good.json", "--wire", TARGET.wire, "--off", given]];
    for (const args of calls) assert.equal(run(args).status, 2, JSON.stringify(args));
    for (const args of files) run(args);
    for (const command of ["audit", "fix", "classify"]) run([command], text);
    run(["audit"], `{"target":${JSON.stringify({ wire: text, [text]: text })},"request":${request}}`);
  });

  test(`${name}: render gives callers in JavaScript the same`, () => {
    for (const format of FORMATS) {
      const shown = render(report, request, { format, file: text, explain });
      assertPrintable(shown, `${name}: ${format}`, format === "github" ? isOurs : undefined);
      if (format === "json") assert.deepEqual(JSON.parse(shown), JSON.parse(JSON.stringify(report)));
    }
  });
}

test("text that is only unusual stays as it is", () => {
  const text = "Grüße, 漢字 😀 ❤️ ⚠️ naïve – “quoted” … a::b C++ ## title [x] #1 \u00a0 \u3000";
  const request = requestWith(text);
  const report = audit(request, TARGET);
  assert.ok(render(report, request).includes("C++"));
  assert.doesNotMatch(render(report, request), /\\u[0-9a-f]{4}/);
  assert.ok(render(report, request, { format: "json" }).includes("❤️ ⚠️"));
});

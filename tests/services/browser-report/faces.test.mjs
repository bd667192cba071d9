// The formats of a report: their content, the changes since another run, and files that are written completely or not at all.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { STRINGS } from "../browser-inspector/hostile-strings.mjs";
import { file, folder, run, summaryOf, textOf } from "./command.mjs";
import { resultFile } from "./results.mjs";

const now = file("now.ndjson", resultFile(6000, { seed: 1, turn: 5 }));
const before = file("before.ndjson", resultFile(4000, { seed: 2, turn: 99 }).replaceAll("thinking-not-first", "content-after-tool-use"));

test("the page has a policy with the hashes of its script and its style, and names nothing outside", () => {
  assert.equal(run([now, "--output", "page.html"]).status, 0);
  const html = textOf("page.html");
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const [, style] = /<style>([^]*?)<\/style>/.exec(html);
  const [, script] = /<script>([^]*?)<\/script>/.exec(html);
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html);
  assert.equal(policy, `default-src 'none'; connect-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`);
  assert.doesNotMatch(html.replaceAll("http://www.w3.org/2000/svg", ""), /https?:\/\/|src=|@import|url\(/);
  assert.doesNotMatch(html, /<[^>]+ (style|on\w+)=/);
  const [, data] = /id="data">([^]*?)<\/script>/.exec(html);
  assert.ok(html.length - data.length < 200_000, `${html.length - data.length} bytes without its data`);
  assert.equal(html.match(/<script/g).length, 2);
});

test("a report of no results at all is a report", () => {
  const none = file("none.ndjson", '{"rethought":"end","lines":0,"empty":0,"results":0,"errors":0,"verdicts":{},"rules":{}}\n');
  for (const format of ["html", "json", "markdown"]) assert.equal(run([none, "--format", format]).status, 0, format);
  assert.match(run([none, "--format", "markdown"]).stdout, /0% of 0 requests/);
  assert.doesNotMatch(run([none]).stdout, /NaN|Infinity|undefined/);
});

test("figures of all faces are those of the summary", async () => {
  const { all, rules } = await summaryOf(now);
  const markdown = run([now, "--format", "markdown"]).stdout;
  const html = run([now]).stdout;
  const figure = (number) => number.toLocaleString("en-US");
  assert.match(markdown, new RegExp(`\\| Rejected \\| ${figure(all.verdicts.rejected)} \\|`));
  for (const [rule, { results }] of Object.entries(rules.kept)) {
    assert.ok(markdown.includes(`| \`${rule}\` |`) && markdown.includes(`| ${figure(results)} |`), rule);
    assert.ok(html.includes(`>${rule}</a>`) && html.includes(`>${figure(results)}</td>`), rule);
  }
  assert.doesNotMatch(html + markdown, /NaN|Infinity|undefined|\[object/);
});

test("what changed between two runs is reported in shares: new rules, gone rules, rules that are commoner", () => {
  const markdown = run([now, "--before", before, "--format", "markdown"]).stdout;
  assert.match(markdown, /\| `thinking-not-first` \| degrade \| \d+ \| [\d.]+% \| – \| \*\*new\*\* \|/);
  assert.match(markdown, /Gone: `content-after-tool-use` \(was [\d.]+%\)/);
  assert.match(markdown, /\| `missing-thought-signature` .* \*\*\+\d\.\d\*\* \|/);
  assert.match(markdown, /\| `thinking-without-signature` \| reject \| \d+ \| [\d.]+% \| [\d.]+% \| (±0|[+−]0\.\d) \|/);
  const html = run([now, "--before", before]).stdout;
  assert.match(html, /<h3>New rules<\/h3>.*thinking-not-first.*<h3>Rules without findings now<\/h3>.*content-after-tool-use.*<h3>Rules that changed<\/h3>.*missing-thought-signature/);
  const same = run([now, "--before", now, "--format", "markdown"]).stdout;
  assert.doesNotMatch(same, /\*\*|Gone/);
  file("before.json", run([before, "--format", "json"]).stdout);
  assert.equal(run([now, "--before", "before.json"]).stdout.replaceAll("before.json", "before.ndjson"), html);
});

test("hostile names are text in every face", () => {
  const hostile = STRINGS.map((name, nth) => ({ id: name, wire: name, host: name, model: name, time: "2026-11-17", verdict: name, file: name, findings: [{ rule: name, severity: name, evidence: name, pointer: name }], fates: { [name]: 1 }, line: nth }));
  const errors = STRINGS.map((name) => ({ id: name, error: { code: name, message: name, pointer: name } }));
  file("hostile.ndjson", [...hostile, ...errors].map((line) => JSON.stringify(line)).join("\n"));
  const html = run(["hostile.ndjson", "--before", now]).stdout;
  assert.equal(html.match(/<script/g).length, 2);
  assert.equal(html.match(/<\/script/g).length, 2);
  assert.doesNotMatch(html, /<(img|iframe|object|embed|base|form|template|plaintext|math|!--)/i);
  for (const markdown of [run(["hostile.ndjson", "--format", "markdown"]).stdout, run([now, "--before", "hostile.ndjson", "--format", "markdown"]).stdout]) {
    // Apart from its code, a line has no text of the input.
    const outside = markdown.split("\n").map((line) => line.replaceAll(/(?<!`)(`+)(?!`)(?:.*?[^`])??\1(?!`)/g, "")).join("\n");
    assert.doesNotMatch(outside, /pwned|<script|javascript|::|__proto__/);
    assert.doesNotMatch(markdown, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b\ufeff]/);
  }
  const json = run(["hostile.ndjson", "--format", "json"]).stdout;
  assert.doesNotMatch(json, /[\u0000-\u0009\u000b-\u001f\u202e]/);
  assert.ok(Object.hasOwn(JSON.parse(json).models.kept, "__proto__"));
});

test("a file is written whole or not at all, and nothing is left beside it", () => {
  const names = () => readdirSync(folder).filter((name) => name.includes("kept"));
  file("kept.html", "old");
  chmodSync(join(folder, "kept.html"), 0o640);
  symlinkSync("kept.html", join(folder, "link-to-kept.html"));
  assert.equal(run([now, "--output", "link-to-kept.html"]).status, 0);
  assert.match(textOf("kept.html"), /^<!doctype html>/);
  assert.equal(statSync(join(folder, "kept.html")).mode & 0o777, 0o640);
  chmodSync(join(folder, "kept.html"), 0o440);
  const refused = run([before, "--output", "kept.html"]);
  assert.deepEqual([refused.status, refused.stderr], [2, "rethought: kept.html cannot be written: the file is read-only, so it was not written\n"]);
  assert.match(run([now, "--output", join("nowhere", "x.html")]).stderr, /cannot be written: no such folder/);
  assert.match(run([now, "--output", "."]).stderr, /cannot be written: not a regular file/);
  assert.deepEqual(names(), ["kept.html", "link-to-kept.html"]);
  if (existsSync("/dev/full")) assert.match(run([now, "--output", "/dev/full"]).stderr, /cannot be written: ENOSPC/);
});

test("the format is that of the file's ending, unless it is said", () => {
  for (const [name, begins] of [["a.json", '{"rethought":"summary"'], ["a.md", "# `Report"], ["a.html", "<!doctype html>"], ["a.txt", "<!doctype html>"]]) {
    assert.equal(run([now, "--output", name]).status, 0);
    assert.ok(textOf(name).startsWith(begins), name);
  }
});

test("a wrong call is reported in a sentence", () => {
  const calls = [
    [[now, "--output", now], /--output names .*now\.ndjson, which is also read/],
    [[now, "--format", "pdf"], /--format must be html, json or markdown \(got pdf\)/],
    [[now, "--format", "json", "--before", before], /--before and --examples are allowed with html and markdown only/],
    [[now, "--examples", before], /--examples needs --output/],
    [[now, "--raw"], /--raw is allowed with --examples only/],
    [["-", "--before", "-"], /- \(standard input\) can be named once/],
    [[now, "--level", "reject"], /report has no option --level/],
  ];
  for (const [args, said] of calls) {
    const { status, stderr, stdout } = run(args);
    assert.deepEqual([status, stdout], [2, ""], args.join(" "));
    assert.match(stderr, said);
  }
  assert.equal(textOf(now), resultFile(6000, { seed: 1, turn: 5 }));
});

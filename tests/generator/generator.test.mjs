// Each kind makes its files and its lines, and nothing else; a refusal changes nothing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import test from "node:test";
import { root } from "../../scripts/paths.mjs";
import { runInCopy } from "./copy.mjs";

/** The folders that new files stand in, or the files where `depth` is the whole path. */
const placesOf = (made, depth) => [...new Set([...made.keys()].map((path) => path.split("/").slice(0, depth).join("/")))].sort();

function holdTexts({ made, files, gained, error }) {
  assert.equal(error, undefined, error?.stack);
  const folders = files.map((file) => /^(.*\/) \((\d+) files\)$/.exec(file)).filter(Boolean);
  const tell = (path) => folders.find(([, folder]) => path.startsWith(folder))?.[0] ?? path;
  assert.deepEqual([...files].sort(), [...new Set([...made.keys(), ...gained.keys()].map(tell))].sort(), "the files that are told are those that changed");
  for (const [, folder, count] of folders) assert.equal([...made.keys()].filter((path) => path.startsWith(folder)).length, Number(count));
  for (const [path, text] of made) assert.doesNotMatch(text, /__(?:kebab|snake|pascal|shout|title)__/, path);
}

test("a transcript format is one file, two lines of the table and a folder of cases", async () => {
  const [result] = await runInCopy(["transcript", "night-log"]);
  holdTexts(result);
  assert.deepEqual(placesOf(result.made, 4), ["src/sessions/night_log.rs", "tests/data/transcripts/night-log"]);
  assert.deepEqual([...result.gained], [["src/sessions/mod.rs", ["mod night_log;", "    night_log::FORMAT,"]]]);
  const cases = [...result.made.keys()].filter((path) => path.endsWith(".jsonl"));
  assert.ok(cases.length >= 20, `${cases.length} cases`);
  for (const path of cases) {
    const bytes = Buffer.from(result.made.get(path));
    const told = result.made.get(`${path}.told`).trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.ok(told.length > 0, path);
    for (const { fault, line, offset } of told) {
      const before = bytes.subarray(0, offset).toString();
      assert.equal(before.split("\n").length, line, path);
      if (!fault) assert.match(before, /(?:^|\n)$/, `${path}: an exchange begins where its line does`);
    }
  }
});

test("a dialect is one row of the table of hosts and one case", async () => {
  const [above, below] = await runInCopy(["dialect", "acme", "--domain", "llm.acme.example"], ["dialect", "acme-eu", "--domain", "eu.llm.acme.example", "--source", "https://acme.example/docs"]);
  for (const [result, name, domain] of [[above, "acme", "llm.acme.example"], [below, "acme-eu", "eu.llm.acme.example"]]) {
    holdTexts(result);
    assert.deepEqual([...result.made.keys()].sort(), [`tests/data/rules/missing-reasoning-content/bad-${name}.fixed.json`, `tests/data/rules/missing-reasoning-content/bad-${name}.json`]);
    assert.deepEqual([...result.gained.keys()], ["src/wires/hosts.json"]);
    const [line, ...others] = result.gained.get("src/wires/hosts.json");
    assert.deepEqual(others, []);
    const row = JSON.parse(line.replace(/,$/, ""));
    assert.deepEqual([row.name, row.domains, row.host], [name, [domain], domain]);
    assert.match(row.date, /^20\d\d-\d\d-\d\d$/);
    const { target } = JSON.parse(result.made.get(`tests/data/rules/missing-reasoning-content/bad-${name}.json`));
    assert.equal(new URL(target.url).host, domain);
  }
  assert.equal(JSON.parse(below.gained.get("src/wires/hosts.json")[0].replace(/,$/, "")).source, "https://acme.example/docs");
});

test("a domain below another stands before it in the table", async () => {
  const [first, second] = await runInCopy(["dialect", "acme", "--domain", "acme.example"], ["dialect", "acme-eu", "--domain", "eu.acme.example"]);
  const namesIn = ({ changed }) => JSON.parse(changed.get("src/wires/hosts.json")).map(({ name }) => name);
  assert.ok(namesIn(first).includes("acme"));
  assert.equal(namesIn(second).indexOf("acme-eu"), namesIn(second).indexOf("acme") - 1);
});

test("a wire is a folder, its lines in the tables and a folder of cases", async () => {
  const [result] = await runInCopy(["wire", "ant-chat"]);
  holdTexts(result);
  assert.deepEqual(placesOf(result.made, 4), ["src/wires/ant_chat/mod.rs", "src/wires/ant_chat/stream.rs", "tests/data/codecs/ant-chat"]);
  assert.deepEqual(Object.fromEntries(result.gained), {
    "src/wires/mod.rs": ["mod ant_chat;"],
    "src/wires/registry.rs": ["    &super::ant_chat::AntChat,"],
    "src/model/target.rs": ["    /// Ant chat.", '    ANT_CHAT = "ant-chat",'],
    "src/wasm/types/exchange.rs": ["/// - `ant-chat`: Ant chat.", "    /// Ant chat.", "    AntChat,"],
    "tests/types/exchange.test-d.ts": ['  | "ant-chat"'],
    "www/session/wires.json": ['  "ant-chat": { "list": "messages", "model": "body" },'],
  });
  const cases = placesOf(result.made, 5).filter((path) => path.startsWith("tests/data/codecs/"));
  assert.ok(cases.length >= 4, `${cases.length} cases`);
});

test("a pane is a view with its style, two lines of the table of panes and a test", async () => {
  const [result] = await runInCopy(["pane", "night-watch"]);
  holdTexts(result);
  assert.deepEqual([...result.made.keys()].sort(), ["tests/inspector/night-watch.test.mjs", "www/views/night-watch/index.tsx", "www/views/night-watch/night-watch.css"]);
  assert.deepEqual([...result.gained], [["www/views/panes.ts", ['import { NightWatch } from "./night-watch";', '  { name: "night-watch", title: "Night watch", View: NightWatch },']]]);
});

test("the command names every kind where it is given none, or one that is not there", () => {
  for (const args of [[], ["frob", "x"]]) {
    const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts", "new.mjs"), ...args], { encoding: "utf8" });
    assert.equal(status, 1);
    for (const kind of ["transcript", "dialect", "wire", "pane"]) assert.match(stderr, new RegExp(`^npm run new -- ${kind} <name>`, "m"));
  }
});

test("a bad name and a name that is taken are refused with a sentence, and nothing is written", async () => {
  const refused = [
    [["transcript"], /needs a name/],
    [["transcript", "Night_Log"], /«Night_Log» is no name/],
    [["transcript", "../night"], /is no name/],
    [["transcript", "a--b"], /is no name/],
    [["transcript", "match"], /a word of the language/],
    [["transcript", "har"], /is there already|has «har» already/],
    [["transcript", "vcr-yaml"], /is there already/],
    [["transcript", "cut"], /has «cut» already/],
    [["transcript", "a", "b"], /One name at a time/],
    [["transcript", "a", "--domain", "b.example"], /no option --domain/],
    [["dialect", "acme"], /needs the domain/],
    [["dialect", "acme", "--domain", "no domain"], /«no domain» is none/],
    [["dialect", "acme", "--domain"], /--domain needs a value/],
    [["dialect", "acme", "--domain", "acme.example", "--source", "a friend"], /is no page/],
    [["dialect", "groq", "--domain", "acme.example"], /«groq» already/],
    [["dialect", "acme", "--domain", "groq.com"], /«groq» already, with the domain groq.com/],
    [["wire", "ollama"], /already/],
    [["wire", "openai-chat"], /already/],
    [["pane", "audit"], /is there already/],
    [["pane", "Night"], /is no name/],
  ];
  const results = await runInCopy(...refused.map(([args]) => args));
  for (const [nth, [args, pattern]] of refused.entries()) {
    const { error, made, gained } = results[nth];
    assert.match(error?.message ?? "nothing was refused", pattern, args.join(" "));
    assert.deepEqual([made.size, gained.size], [0, 0], args.join(" "));
  }
});

// `rethought ledger` over a folder and a file of SQLite.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { moduleOf } from "../../../../scripts/load-package.mjs";
import { pkg, tests } from "../../../../scripts/paths.mjs";
import { test } from "../../../skip.mjs";
import { node } from "../../browser-package/binaries.mjs";
import { KINDS } from "../kinds.mjs";
import { newPlace } from "../programs.mjs";

const { Ledger } = await moduleOf("start/node.js");
const { folderStore } = await moduleOf("folder/index.js");
const { conversationStore } = await moduleOf("guard/index.js");

const request = (who) => ({ model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: `I am ${who}.` }] });
const response = (who) => ({ id: `msg_${who}`, type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "thinking", thinking: `${who} thinks.`, signature: `Sig${who}==` }, { type: "text", text: "Yes." }], stop_reason: "end_turn", usage: {} });
/** The next request, with another text in the thought. */
const damaged = (who) => ({ ...request(who), messages: [...request(who).messages, { role: "assistant", content: [{ ...response(who).content[0], thinking: "x" }, response(who).content[1]] }, { role: "user", content: "Go on." }] });

/** Runs the command beside the drivers of the tests. Resolves to its exit code and its output. */
async function run(...args) {
  try {
    const { stdout } = await promisify(execFile)(node(24), ["--no-warnings", join(pkg, "cli", "index.js"), "ledger", ...args], { encoding: "utf8", cwd: tests });
    return [0, stdout];
  } catch ({ code, stdout, stderr }) {
    return [code, stdout + stderr];
  }
}

test("a folder is copied to SQLite, listed, verified, and forgotten in part", async () => {
  const { folder, space } = JSON.parse(await newPlace(KINDS[0]));
  const place = join(folder, `${space}-ledger`);
  const store = folderStore(place, { sync: false });
  for (const who of ["Ada", "Bob"]) await (await Ledger.open(store)).record({ request: request(who), response: response(who), target: "anthropic-messages" });
  const [, stats] = await run("stats", place, "--format", "json");
  assert.deepEqual([JSON.parse(stats).answers, JSON.parse(stats).conversations], [2, 0]);
  const copied = `sqlite:${join(folder, `${space}.db`)}`;
  assert.deepEqual(await run("copy", place, copied), [0, "2 answers copied\n"]);
  assert.deepEqual(await run("copy", place, copied), [0, "0 answers copied\n"]);
  for (const one of [place, copied]) assert.deepEqual(await run("verify", one), [0, "2 answers, 0 problems\n"]);
  const lines = (text) => text.trim().split("\n").map((line) => JSON.parse(line)).map(({ name, keys, text }) => JSON.stringify([name, [...keys].sort(), text])).sort();
  const [[, ours], [, theirs]] = [await run("export", place), await run("export", copied)];
  assert.deepEqual(lines(theirs), lines(ours));
  // The way back: a folder with the same lines restores the same thoughts.
  const back = join(folder, `${space}-back`);
  assert.deepEqual(await run("copy", copied, back), [0, "2 answers copied\n"]);
  const repaired = await (await Ledger.open(folderStore(back))).repair(damaged("Ada"), "anthropic-messages");
  assert.equal(repaired.request.messages[1].content[0].thinking, "Ada thinks.");
  assert.deepEqual(await run("forget", place, "--older-than", "30d"), [0, "0 answers deleted\n"]);
  assert.deepEqual(await run("forget", copied, "--older-than", "30d"), [0, "0 answers deleted\n"]);
  assert.deepEqual(await run("forget", copied, "--older-than", "2999-01-01"), [0, "2 answers deleted\n"]);
  assert.deepEqual(await run("stats", copied, "--format", "json").then(([, text]) => JSON.parse(text).answers), 0);
});

test("a damaged line and a gap are found", async () => {
  const { folder, space } = JSON.parse(await newPlace(KINDS[0]));
  const place = join(folder, `${space}-ledger`);
  const store = folderStore(place, { sync: false });
  // As earlier versions wrote: a file for each value.
  const named = await Ledger.open(conversationStore({ getMany: store.getMany, setMany: store.setMany }, "user-7"));
  for (const who of ["Ada", "Bob"]) await named.record({ request: request(who), response: response(who), target: "anthropic-messages" });
  assert.equal((await run("verify", place))[0], 0);
  const files = readdirSync(place).flatMap((part) => readdirSync(join(place, part)).map((name) => join(place, part, name)));
  writeFileSync(files.find((path) => path.includes("line-")), "{}\n{");
  rmSync(files.find((path) => path.endsWith("-0") && files.includes(path.replace(/-0$/, "-1"))) ?? files.find((path) => path.endsWith("-0")));
  const [code, text] = await run("verify", place);
  assert.equal(code, 1);
  assert.match(text, /: the line is damaged/);
});

test("a byte that was changed is found, in a folder and in SQLite, and the other lines are copied", async () => {
  const { folder, space } = JSON.parse(await newPlace(KINDS[0]));
  const place = join(folder, `${space}-ledger`);
  const store = folderStore(place, { sync: false });
  for (const who of ["Ada", "Bob", "Cyd"]) await (await Ledger.open(store)).record({ request: request(who), response: response(who), target: "anthropic-messages" });
  const copied = `sqlite:${join(folder, `${space}.db`)}`;
  assert.equal((await run("copy", place, copied))[0], 0);
  const bytes = readFileSync(join(place, "lines"));
  // In the text of the second line, and a part of one that a killed program leaves.
  bytes[bytes.indexOf("\xffRTL", bytes.indexOf("\xffRTL", 4, "latin1") + 4, "latin1") - 20] ^= 1;
  writeFileSync(join(place, "lines"), Buffer.concat([bytes, bytes.subarray(0, 100)]));
  await promisify(execFile)(node(24), ["--no-warnings", "-e", `new (require("node:sqlite").DatabaseSync)(process.argv[1]).exec("UPDATE rethought_lines SET text = x'00ff' WHERE id = 2")`, copied.slice(7)]);
  for (const one of [place, copied]) {
    const [code, text] = await run("verify", one);
    assert.equal(code, 1, text);
    assert.match(text, one === place ? /^line-[0-9a-f]{64}: bytes \d+ to \d+ of the file are damaged$/m : /^line-[0-9a-f]{64}: it is not a text$/m);
    assert.match(text, /^2 answers, 1 problem$/m);
    if (one === place) assert.match(text, /^torn-\d+: bytes \d+ to \d+ of the file are the beginning of a line: a program was killed while it wrote$/m);
    assert.deepEqual(await run("stats", one, "--format", "json").then(([, json]) => [JSON.parse(json).answers, JSON.parse(json).damaged]), [2, 1]);
    assert.match((await run("stats", one))[1], /^damaged +1$/m);
    const [exit, copy] = await run("copy", one, join(folder, `${space}-copy-${one === place}`));
    assert.equal(exit, 1, copy);
    assert.match(copy, /^2 answers copied$/m);
    assert.match(copy, /1 damaged line is left out\. To list them, run: rethought ledger verify STORE/);
  }
});

test("a place without a ledger is not touched, and that is said", async () => {
  const { folder, space } = JSON.parse(await newPlace(KINDS[0]));
  const place = join(folder, `${space}-notes`);
  mkdirSync(place);
  writeFileSync(join(place, "notes.txt"), "mine");
  const file = join(folder, `${space}-other.db`);
  writeFileSync(file, "");
  for (const one of [place, `sqlite:${file}`]) {
    const [code, text] = await run("stats", one);
    assert.equal(code, 2);
    assert.match(text, /holds no ledger/);
  }
  assert.deepEqual([readdirSync(place), readFileSync(file).length], [["notes.txt"], 0]);
});

test("a database that cannot be reached is reported without the message of its driver", async () => {
  // Nobody listens on port 1.
  for (const [address, sentence] of [
    ["redis://me:hunter2@127.0.0.1:1", /the store cannot be reached\. Check that the database runs, and the address of the store/],
    ["postgres://me:hunter2@127.0.0.1:1/ledger", /the store cannot be reached/],
    ["postgres://me:hunter2/3@127.0.0.1:1/ledger", /the address of the store is not a valid URL/],
  ]) {
    const [code, text] = await run("stats", address);
    assert.equal(code, 2, address);
    assert.match(text, sentence);
    assert.ok(!/hunter2|retries|ECONNREFUSED/.test(text), text);
  }
});

test("a deletion that was killed holds nothing, and one that runs holds its folder", async () => {
  const { folder, space } = JSON.parse(await newPlace(KINDS[0]));
  const place = join(folder, `${space}-ledger`);
  await (await Ledger.open(folderStore(place))).record({ request: request("Ada"), response: response("Ada"), target: "anthropic-messages" });
  const dead = spawnSync(process.execPath, ["-e", "0"]).pid;
  writeFileSync(join(place, "lines.lock"), `${dead} ${hostname()}`);
  const begun = performance.now();
  assert.deepEqual(await run("forget", place, "--older-than", "1h"), [0, "0 answers deleted\n"]);
  assert.ok(performance.now() - begun < 8000, "it has waited for a dead program");
  assert.deepEqual(readdirSync(place).filter((name) => name.startsWith("lines")), ["lines"]);
  // This program is alive.
  writeFileSync(join(place, "lines.lock"), `${process.pid} ${hostname()}`);
  const [code, text] = await run("forget", place, "--older-than", "1h");
  assert.equal(code, 2);
  assert.match(text, /another program deletes in this folder\. If none does, remove .*lines\.lock/);
});

test("arguments that are none are refused with a sentence", async () => {
  for (const [args, sentence] of [
    [[], /ledger needs stats, list, forget, export, copy or verify/],
    [["empty", "a"], /\(got empty\)/],
    [["stats"], /ledger stats needs a store, such as ledger or sqlite:ledger\.db/],
    [["copy", "a"], /ledger copy needs two stores/],
    [["forget", "sqlite::memory:"], /ledger forget needs one of --conversation, --account, --older-than and --over/],
    [["forget", "sqlite::memory:", "--older-than", "soon"], /--older-than must be an age such as 30d or 12h, or a day such as 2026-04-24 \(got soon\)/],
    [["stats", "mysql://me:hunter2@host"], /the store must be redis:\/\/…, postgres:\/\/…, sqlite:FILE or a folder \(got mysql:\/\/…\)/],
    [["stats", "no-such-folder"], /no-such-folder: no such folder/],
    [["verify", "sqlite:no-such.db"], /no-such\.db: no such file/],
    [["stats", "env:NO_SUCH_NAME"], /names NO_SUCH_NAME, which is not in the environment/],
    [["copy", "a", "./a/../a"], /ledger copy needs two stores \(got the same twice\)/],
    [["copy", "sqlite:a.db", "sqlite:./a.db"], /ledger copy needs two stores \(got the same twice\)/],
    [["list", "a", "--account", "b"], /ledger list deletes nothing\. Use: rethought ledger forget/],
  ]) {
    const [code, text] = await run(...args);
    assert.equal(code, 2, args.join(" "));
    assert.match(text, sentence);
    assert.ok(!text.includes("hunter2"));
  }
});

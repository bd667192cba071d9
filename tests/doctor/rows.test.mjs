// Sessions in the database of OpenCode and of Kilo, with a Node that has a driver of SQLite.
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { BIN, openHome } from "./homes.mjs";

/** Set by the suite: a Node that has `node:sqlite`. */
const NODE = process.env.NODE_WITH_SQLITE;
const SESSION = "ses_4b1f0a2c3d5eAbCdEfGh";
const SIGNATURE = readFileSync(join(import.meta.dirname, "signature.txt"), "utf8").trim();
const skip = existsSync(NODE ?? "") ? false : "there is no Node with node:sqlite";

const SCHEMA = `create table session (id text primary key, project_id text, parent_id text, slug text, directory text, title text, share_url text, revert text, time_created integer, time_updated integer);
create table message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
create table part (id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text);`;
const RUN = `const { DatabaseSync } = require("node:sqlite"); const db = new DatabaseSync(process.argv[1]); const { texts, query } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
for (const [text, ...values] of texts ?? []) values.length ? db.prepare(text).run(...values) : db.exec(text);
console.log(JSON.stringify(query ? db.prepare(query).all() : []));`;

function sql(path, input) {
  const { status, stdout, stderr } = spawnSync(NODE, ["--no-warnings", "-e", RUN, path], { encoding: "utf8", input: JSON.stringify(input) });
  equal(status, 0, stderr);
  return JSON.parse(stdout);
}

/** Makes a database with one session of two answers, each with a thought, and a session of a subagent. */
function openRows(agent = "opencode", signatures = ["REDACTED", SIGNATURE]) {
  const { home, env } = openHome();
  const path = join(home, ".local/share", agent, `${agent}.db`);
  mkdirSync(dirname(path), { recursive: true });
  const texts = [[SCHEMA]];
  const add = (table, row) => texts.push([`insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map(() => "?")})`, ...Object.values(row)]);
  const session = (id, parent) => add("session", { id, project_id: "p", parent_id: parent, slug: id, directory: "/shop", title: "Weather", share_url: "https://example.com/s", time_created: 1, time_updated: 1_794_000_000_000 });
  session(SESSION, null);
  session("ses_4b1f0a2c3d5fSubAgent", SESSION);
  signatures.forEach((signature, nth) => {
    const [asked, answered] = [`msg_4b1f0a2c3d5${nth}UserUserUs`, `msg_4b1f0a2c3d6${nth}ModelModel`];
    const message = (id, time, data) => add("message", { id, session_id: SESSION, time_created: time, time_updated: time, data: JSON.stringify(data) });
    const part = (id, of, data) => add("part", { id, message_id: of, session_id: SESSION, time_created: nth, time_updated: nth, data: JSON.stringify(data) });
    message(asked, 10 * nth + 1, { role: "user", time: { created: 1 } });
    part(`prt_4b1f0a2c3d5${nth}aQuestions`, asked, { type: "text", text: "Is it warm?" });
    message(answered, 10 * nth + 2, { role: "assistant", parentID: asked, providerID: "anthropic", modelID: "claude-opus-4-5", time: { created: 2 } });
    part(`prt_4b1f0a2c3d6${nth}aThoughtss`, answered, { type: "reasoning", text: "I look outside. ä😀", metadata: { anthropic: { signature } } });
    part(`prt_4b1f0a2c3d6${nth}bAnswerss`, answered, { type: "text", text: "Yes." });
  });
  sql(path, { texts });
  const run = (...words) => spawnSync(NODE, [BIN, "doctor", ...words], { cwd: home, encoding: "utf8", env });
  const parts = () => sql(path, { query: "select * from part order by id" });
  return { home, env, path, run, parts };
}

test("the list and a page have the sessions of the database, and nothing is written", { skip }, () => {
  const { home, path, run } = openRows();
  const before = readFileSync(path);
  const { status, stdout, stderr } = run();
  equal(status, 1, stdout + stderr);
  match(stdout, /^dead +OpenCode +\S+ \S+ shop +ses_4b1f$/m);
  match(stdout, /^1 session: 1 cannot go on/m);
  equal(stderr, "");
  match(run(SESSION).stdout, /1 thought is lost: it is masked\./);
  match(run(path).stdout, /OpenCode: dead/);
  deepEqual(readFileSync(path), before);
  deepEqual(readdirSync(dirname(path)), ["opencode.db"]);
  ok(!existsSync(join(home, "state")));
});

test("--write removes one row, --restore puts it back", { skip }, () => {
  const { run, parts } = openRows();
  const before = parts();
  const written = run(SESSION, "--write");
  equal(written.status, 0, written.stdout + written.stderr);
  match(written.stdout, new RegExp(`opencode --session ${SESSION}`));
  deepEqual(parts(), before.filter(({ data }) => !data.includes("REDACTED")));
  equal(run(SESSION).status, 0);
  const restored = run(SESSION, "--restore");
  equal(restored.status, 0, restored.stderr);
  deepEqual(parts(), before);
  equal(run(SESSION, "--restore").status, 0);
  deepEqual(parts(), before.filter(({ data }) => !data.includes("REDACTED")));
  match(run("--clean").stdout, /3 backups removed/);
});

test("--copy adds a session with new ids, and changes no row that is there", { skip }, () => {
  const { run, parts, path } = openRows("kilo");
  const before = parts();
  const made = run(SESSION, "--copy", "--json");
  equal(made.status, 0, made.stdout + made.stderr);
  const { id, resume } = JSON.parse(made.stdout);
  ok(id !== SESSION && id.startsWith("ses_"));
  equal(resume, `kilo --session ${id}`);
  deepEqual(sql(path, { query: "select id, share_url from session where parent_id is null" }).map((row) => [row.id === id, row.share_url]).sort(), [[false, "https://example.com/s"], [true, null]]);
  deepEqual(parts().filter(({ session_id }) => session_id === SESSION), before);
  const copied = parts().filter(({ session_id }) => session_id === id);
  deepEqual(copied.map(({ data }) => data).sort(), before.map(({ data }) => data).filter((data) => !data.includes("REDACTED")).sort());
  const answers = sql(path, { query: "select id, data from message order by id" });
  for (const { data } of answers) if (JSON.parse(data).parentID) ok(answers.some((message) => message.id === JSON.parse(data).parentID));
  equal(run(id).status, 0);
});

test("a repaired session and its copy are not blamed for the refusal that they still record", { skip }, () => {
  const { run, parts, path } = openRows("opencode", ["REDACTED", SIGNATURE]);
  const error = { name: "APIError", data: { message: "messages.1.content.0: Invalid `signature` in `thinking` block", statusCode: 400, isRetryable: false } };
  const message = (id, time, data) => [`insert into message (id, session_id, time_created, time_updated, data) values (?, ?, ?, ?, ?)`, id, SESSION, time, time, JSON.stringify(data)];
  sql(path, { texts: [message("msg_4b1f0a2c3d8aRefusedRef", 90, { role: "user", time: { created: 3 } }), message("msg_4b1f0a2c3d8bRefusedRef", 91, { role: "assistant", parentID: "msg_4b1f0a2c3d8aRefusedRef", providerID: "anthropic", modelID: "claude-opus-4-5", time: { created: 4 }, error })] });
  match(run(SESSION).stdout, /The provider refused it/);
  const { id } = JSON.parse(run(SESSION, "--copy", "--json").stdout);
  equal(run(SESSION, "--write").status, 0);
  const repaired = parts();
  for (const one of [SESSION, id]) {
    equal(run(one).status, 0, run(one).stdout);
    match(run(one, "--write").stderr, /nothing to repair/);
  }
  deepEqual(parts(), repaired);
  // A later prompt is written before the end of the export.
  sql(path, { texts: [message("msg_4b1f0a2c3d9aLaterLater", 95, { role: "user", time: { created: 5 } })] });
  equal(run(SESSION).status, 0);
});

test("a database that a process has open is not written, and a copy is offered", { skip }, async () => {
  const { run, parts, path, env } = openRows();
  const before = parts();
  const child = spawn(NODE, ["-e", `require("node:fs").openSync(${JSON.stringify(path)}, "r+"); console.log("ready"); setInterval(() => {}, 1000);`], { env, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const { status, stderr } = run(SESSION, "--write");
  child.kill();
  equal(status, 2);
  match(stderr, new RegExp(`process ${child.pid} has opencode\\.db open\\. Make a repaired copy: rethought doctor ${SESSION} --copy`));
  deepEqual(parts(), before);
});

test("a healthy session of the database gets no edit", { skip }, () => {
  const { run, parts } = openRows("opencode", [SIGNATURE]);
  const before = parts();
  equal(run().status, 0);
  match(run(SESSION, "--write").stderr, /nothing to repair/);
  deepEqual(parts(), before);
});

// Files of SQLite: a table of an earlier version is migrated, a foreign one is refused, and no byte of what was deleted is left. `node forgotten.mjs <kind> <place>`.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { moduleOf } from "../../../scripts/load-package.mjs";

const { sqliteStore } = await moduleOf("stores/index.js");
const { Ledger } = await moduleOf("start/node.js");
const { conversationStore } = await moduleOf("guard/index.js");
const { folder, space } = JSON.parse(process.argv[3]);
const fileOf = (name) => join(folder, `${space}-${name}.db`);

function withTable(name, sql) {
  const database = new DatabaseSync(fileOf(name));
  database.exec(sql);
  database.close();
}

const [one, two, key] = ["a", "b", "c"].map((letter) => letter.repeat(64));
withTable("old", "CREATE TABLE rethought_ledger (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID; " + `INSERT INTO rethought_ledger VALUES ('line-${one}', 'old'), ('key-${key}-0', '${one}')`);
const old = sqliteStore(fileOf("old"));
assert.deepEqual(await old.record([{ name: two, keys: [key], text: "new", time: 5 }]), [true]);
assert.deepEqual(await old.getMany([`line-${one}`, `line-${two}`]), ["old", "new"]);
assert.deepEqual(await old.find([key]), [[one, two]]);

withTable("foreign", "CREATE TABLE rethought_ledger (id INTEGER)");
assert.throws(() => sqliteStore(fileOf("foreign")), { code: "E_STORE", message: /belongs to something else/ });

const store = sqliteStore(fileOf("people"));
const exchangeOf = (who) => ({
  target: { wire: "anthropic-messages", account: `account of ${who}` },
  request: { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: `I am ${who}.` }] },
  response: { id: `msg_${who}`, type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "thinking", thinking: `${who} thinks.`.repeat(300), signature: `Sig${who}==` }], stop_reason: "end_turn", usage: {} },
});
for (const who of ["Ada", "Bob", "Cyd"]) {
  const ledger = await Ledger.open(conversationStore(store, `talk with ${who}`));
  assert.equal(await ledger.record(exchangeOf(who)), true);
}
const ada = await Ledger.open(conversationStore(store, "talk with Ada"));
for (const what of [{ olderThan: Date.now() + 1000 }, { overBytes: 0 }, { account: "account of Bob" }, { conversation: "talk with Bob" }]) await assert.rejects(ada.forget(what), { code: "E_INPUT", message: /forgets only that one/ });
assert.equal(await ada.forget({ conversation: "talk with Ada" }), 1);
const ledger = await Ledger.open(store);
assert.equal(await ledger.forget({ conversation: "talk with Ada" }), 0);
assert.equal(await ledger.forget({ account: "account of Bob" }), 1);
const bytes = ["", "-wal"].map((end) => fileOf("people") + end).filter(existsSync).map((path) => readFileSync(path, "latin1")).join("");
for (const who of ["Ada", "Bob"]) assert.ok(!bytes.includes(who), `${who} is still in the file`);
assert.ok(bytes.includes("Cyd thinks."), "what was not deleted is there");
console.log("ok");

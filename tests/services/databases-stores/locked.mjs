// A file of SQLite that another connection has locked: the program goes on, and what waits is done when the lock ends. `node locked.mjs <kind> <place>`.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { moduleOf } from "../../../scripts/load-package.mjs";

const { sqliteStore } = await moduleOf("stores/index.js");
const { folder, space } = JSON.parse(process.argv[3]);
const file = join(folder, `${space}-locked.db`);
const digest = (letter) => letter.repeat(64);
const lineOf = (letter) => ({ name: digest(letter), keys: [digest("0")], text: `text of ${letter}`, time: 1 });
// The owner of the second one lets SQLite wait for five seconds.
const patient = new DatabaseSync(file);
patient.exec("PRAGMA busy_timeout = 5000");
const stores = [sqliteStore(file), sqliteStore(patient)];
assert.deepEqual(await stores[0].getMany(["line-a"]), [undefined]);
const tables = () => new DatabaseSync(file).prepare("SELECT name FROM sqlite_master").all();
assert.deepEqual(tables(), [], "who reads makes no table");
for (const store of stores) await store.record([lineOf("a")]);
const other = new DatabaseSync(file);
other.exec("BEGIN IMMEDIATE");
let [longest, last] = [0, performance.now()];
const watch = setInterval(() => {
  longest = Math.max(longest, performance.now() - last);
  last = performance.now();
}, 5);
const recorded = Promise.all(["b", "c", "d"].map((letter, nth) => stores[nth % 2].record([lineOf(letter)])));
assert.deepEqual(await stores[0].getMany([`line-${digest("a")}`]), ["text of a"], "readers do not wait");
await new Promise((resolve) => setTimeout(resolve, 1000));
other.exec("ROLLBACK");
assert.deepEqual(await recorded, [[true], [true], [true]]);
clearInterval(watch);
assert.ok(longest < 1000, `the program stood still for ${longest} ms`);
assert.equal(Object.values(patient.prepare("PRAGMA busy_timeout").get())[0], 5000);
console.log("ok");
process.exit();

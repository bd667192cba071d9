// Details of one database: expiry in Redis, tables in Postgres, files of SQLite, and invalid clients.
import assert from "node:assert/strict";
import { moduleOf } from "../../../../scripts/load-package.mjs";
import { test } from "../../../skip.mjs";
import { KINDS } from "../kinds.mjs";
import { newPlace, runProgram } from "../programs.mjs";

const stores = await moduleOf("stores/index.js");
const name = "a".repeat(64);

/** Opens a kind over a place. */
async function opened(name, options) {
  const kind = KINDS.find((one) => one.name === name);
  const place = JSON.parse(await newPlace(kind, options));
  return { ...(await kind.open(place)), place, again: () => kind.open(place) };
}

async function expiry(kind) {
  const { store, client, close, place } = await opened(kind, { ttlSeconds: 100 });
  const ttl = (key) => client.ttl(`${place.space}:${key}`);
  await store.setMany([["line-a", "text"], ["key-a-0", name]]);
  assert.deepEqual([await ttl("line-a"), await ttl("key-a-0")], [100, 200]);
  // A later name renews those before it.
  await client.expire(`${place.space}:key-a-0`, 5);
  await store.setMany([["key-a-1", name]]);
  assert.deepEqual([await ttl("key-a-0"), await ttl("key-a-1")], [200, 200]);
  // If a name has expired meanwhile, a process that has counted it must count again.
  await client.del(`${place.space}:key-a-0`);
  await assert.rejects(store.setMany([["key-a-2", name]]), { code: "E_STORE" });
  await close();
}

async function manyTables() {
  const first = await opened("postgres by pg");
  const others = await Promise.all(Array.from({ length: 7 }, () => first.again()));
  const all = [first, ...others];
  await Promise.all(all.map(({ store }, nth) => store.setMany([[`line-${nth}`, "x"]])));
  assert.deepEqual(await first.store.getMany(all.map((_, nth) => `line-${nth}`)), all.map(() => "x"));
  await Promise.all(all.map(({ close }) => close()));
}

async function crossedWrites() {
  const one = await opened("postgres by pg");
  const other = await one.again();
  for (let round = 0; round < 40; round++) {
    const entries = Array.from({ length: 50 }, (_, nth) => [`line-${round}-${nth}`, `${nth}`]);
    await Promise.all([one, other, one, other].map(({ store }, nth) => store.setMany(nth % 2 ? entries : [...entries].reverse())));
  }
  await Promise.all([one, other].map(({ close }) => close()));
}

async function withoutRights() {
  const { store, query, close, place } = await opened("postgres by pg");
  await store.setMany([["line-a", "there"]]);
  await query(`CREATE ROLE guest_${place.space} LOGIN; GRANT SELECT, INSERT, UPDATE ON ${place.space}, ${place.space}_lines TO guest_${place.space}`);
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ host: place.postgres.folder, user: `guest_${place.space}`, database: "postgres", max: 1 });
  const guest = stores.postgresStore(pool, { table: place.space });
  await guest.setMany([["line-b", "here"]]);
  assert.deepEqual(await guest.getMany(["line-b", "line-a"]), ["here", "there"]);
  assert.deepEqual(await guest.record([{ name, keys: [name], text: "by a guest", time: 5 }]), [true]);
  assert.deepEqual(await guest.find([name]), [[name]]);
  const none = stores.postgresStore(pool, { table: "none_such" });
  // The database's own error, each time: a failed step is retried.
  assert.deepEqual(await none.getMany(["line-a"]), [undefined], "who reads makes no table");
  for (const _ of [1, 2]) await assert.rejects(none.setMany([["line-a", "a"]]), { code: "42501" });
  await pool.end();
  await close();
}

const columnsOf = async (query, table) => (await query(`SELECT column_name FROM information_schema.columns WHERE table_name = '${table}' ORDER BY 1`)).rows.map((row) => row.column_name).join();

async function migrated() {
  const { store, query, close, place, again } = await opened("postgres by pg");
  // A table as earlier versions made it, and an exchange that they wrote.
  const [former, key] = ["b".repeat(64), "c".repeat(64)];
  await query(`CREATE TABLE ${place.space} (key text COLLATE "C" PRIMARY KEY, value text NOT NULL); INSERT INTO ${place.space} VALUES ('line-${former}', 'old'), ('key-${key}-0', '${former}')`);
  const others = await Promise.all(Array.from({ length: 5 }, () => again()));
  const all = [{ store, close }, ...others];
  assert.deepEqual(await Promise.all(all.map((one) => one.store.getMany([`line-${former}`]))), all.map(() => ["old"]));
  assert.equal(await columnsOf(query, `${place.space}_lines`), "account,conversation,keys,name,packed,recorded_at");
  assert.deepEqual(await store.record([{ name, keys: [key], text: "new", time: 5, conversation: "c" }]), [true]);
  assert.deepEqual(await store.find([key, name]), [[former, name], []]);
  assert.equal(await store.delete({ olderThan: Date.now() }), 1, "a line of an earlier version has no time");
  const foreign = `foreign_${place.space}`;
  await query(`CREATE TABLE ${foreign} (id int, name text)`);
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ host: place.postgres.folder, user: "rethought", database: "postgres", max: 1 });
  await assert.rejects(stores.postgresStore(pool, { table: foreign }).getMany(["line-a"]), { code: "E_STORE", message: /has no columns key, value, so it belongs to something else/ });
  assert.equal(await columnsOf(query, foreign), "id,name", "a table of something else is not changed");
  // With the second name alone: a probe reads, and must not say that all is well.
  await query(`CREATE TABLE half_${place.space}_lines (id int)`);
  await assert.rejects(stores.postgresStore(pool, { table: `half_${place.space}` }).getMany(["line-a"]), { code: "E_STORE", message: /_lines has no columns name, .*, so it belongs to something else/ });
  await stores.postgresStore(pool, { table: `made_${place.space}.ledger` }).setMany([["line-a", "in a schema of its own"]]);
  // Who may make no table is told what to run.
  const old = `old_${place.space}`;
  await query(`CREATE TABLE ${old} (key text COLLATE "C" PRIMARY KEY, value text NOT NULL); CREATE ROLE user_${place.space} LOGIN; GRANT SELECT, INSERT ON ${old} TO user_${place.space}`);
  const guests = new pg.Pool({ host: place.postgres.folder, user: `user_${place.space}`, database: "postgres", max: 1 });
  const guest = stores.postgresStore(guests, { table: old });
  await assert.rejects(guest.record([{ name, keys: [key], text: "new", time: 5 }]), { code: "E_STORE", message: /Run once as its owner: CREATE TABLE/ });
  for (const end of [() => pool.end(), () => guests.end(), ...all.map((one) => one.close)]) await end();
}

async function dropped() {
  const { store, query, close, place } = await opened("postgres by pg");
  assert.deepEqual(await store.record([{ name, keys: [name], text: "first", time: 5 }]), [true]);
  await query(`DROP TABLE ${place.space}, ${place.space}_lines`);
  await assert.rejects(store.record([{ name, keys: [name], text: "lost", time: 5 }]), { code: "42P01" });
  // The guard tries again what a store did not take.
  assert.deepEqual(await store.record([{ name, keys: [name], text: "again", time: 5 }]), [true]);
  assert.deepEqual(await store.getMany([`line-${name}`]), ["again"]);
  await query(`DROP TABLE ${place.space}, ${place.space}_lines`);
  await assert.rejects(store.find([name]), { code: "42P01" });
  assert.deepEqual(await store.find([name]), [[]]);
  await close();
}

async function withoutSqlite() {
  const had = process.getBuiltinModule;
  process.getBuiltinModule = () => undefined;
  try {
    assert.throws(() => stores.sqliteStore("ledger.db"), { code: "E_STORE", message: /node:sqlite/ });
  } finally {
    process.getBuiltinModule = had;
  }
  for (const path of ["", "a\0b", undefined, {}, new URL("http://a.b/")]) assert.throws(() => stores.sqliteStore(path), { code: "E_INPUT" });
}

async function withoutIndexedDb() {
  assert.equal(globalThis.indexedDB, undefined);
  const store = stores.indexedDbStore("later");
  await assert.rejects(store.getMany(["line-a"]), { code: "E_STORE", message: /IndexedDB/ });
  const { IDBFactory } = await import("fake-indexeddb");
  globalThis.indexedDB = new IDBFactory();
  try {
    await store.setMany([["line-a", "1"]]);
    // Another tab deletes the database: the connection closes, and is opened again.
    await new Promise((resolve, reject) => Object.assign(indexedDB.deleteDatabase("later"), { onsuccess: resolve, onerror: reject, onblocked: () => reject(new Error("it is blocked")) }));
    assert.deepEqual(await store.getMany(["line-a"]), [undefined]);
  } finally {
    delete globalThis.indexedDB;
  }
}

async function refused() {
  const redis = { mget: async () => [], pipeline: () => {} };
  const pool = { query: async () => ({ rows: [] }) };
  const storage = { getItem: async () => null, setItem: async () => {} };
  const wrong = [
    () => stores.redisStore({}), () => stores.redisStore({ mGet: () => {} }), () => stores.redisStore(redis, { prefix: 1 }), () => stores.redisStore(redis, { ttl: 5 }),
    ...[0, -1, NaN, "5", 5n].map((ttlSeconds) => () => stores.redisStore(redis, { ttlSeconds })),
    () => stores.postgresStore(null), ...["", "a b", 'a"; DROP TABLE x; --', "a.b.c", "é", 5, "a".repeat(58), `s.${"a".repeat(63)}`].map((table) => () => stores.postgresStore(pool, { table })),
    () => stores.unstorageStore({}), () => stores.unstorageStore(storage, { settleMs: -1 }), () => stores.unstorageStore(storage, { settle: 1 }),
    () => stores.keyvStore(new Map()), () => stores.kvStore(), () => stores.durableObjectStore(new Map()), () => stores.indexedDbStore(""), () => stores.indexedDbStore(5),
  ];
  assert.throws(() => stores.postgresStore(pool, { table: "a".repeat(60) }), { message: "the name in `table` must have at most 57 letters (got 60)" });
  stores.postgresStore(pool, { table: `${"s".repeat(63)}.${"a".repeat(57)}` });
  for (const call of wrong) assert.throws(call, { code: "E_INPUT" }, String(call));
}

for (const kind of ["redis by ioredis", "redis by redis"]) {
  test(`names outlive their lines - ${kind}`, () => expiry(kind));
}

test("a table that many make at once is made once - postgres by pg", manyTables);
test("writers of the same rows in different orders do not stop each other - postgres by pg", crossedWrites);
test("a user who may not make tables can use one that is there - postgres by pg", withoutRights);
test("tables that somebody drops are made again - postgres by pg", dropped);
test("a table of an earlier version is migrated, once, and one of something else is refused - postgres by pg", migrated);
test("a file of an earlier version is migrated, and no byte of what was deleted is left - sqlite by node:sqlite", async () => {
  const kind = KINDS.find((one) => one.name === "sqlite by node:sqlite");
  assert.equal(await runProgram(kind, "forgotten.mjs", await newPlace(kind)), "ok\n");
});
test("a locked file stops no program, and reading makes no table - sqlite by node:sqlite", async () => {
  const kind = KINDS.find((one) => one.name === "sqlite by node:sqlite");
  assert.equal(await runProgram(kind, "locked.mjs", await newPlace(kind)), "ok\n");
});
test("where there is no node:sqlite, a path is refused with a reason", withoutSqlite);
test("where there is no IndexedDB, a call fails with a reason, and works when there is one", withoutIndexedDb);
test("a client that is none, and an option that is none, are refused", refused);

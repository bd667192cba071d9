// A store in SQLite. Each call is one statement, so it sees one moment of the database, and a write is complete or absent.
import { InputError, StoreError } from "../errors/index.js";
import { checkClient, checkedStore } from "./checked-store.js";

const TABLE = "CREATE TABLE IF NOT EXISTS rethought_ledger (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID";
const READ = "SELECT kept.value AS value FROM json_each(?) AS asked LEFT JOIN rethought_ledger AS kept ON kept.key = asked.value ORDER BY asked.key";
// Without WHERE, SQLite reads ON as a part of the join.
const WRITE = "INSERT INTO rethought_ledger (key, value) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?) WHERE true ON CONFLICT DO NOTHING";
/** The milliseconds that a writer waits for another. */
const PATIENCE = 10_000;

export function sqliteStore(given) {
  const database = databaseOf(given);
  prepareFile(database);
  const [read, write] = [READ, WRITE].map((sql) => database.prepare(sql));
  return checkedStore(
    async (keys) => read.all(JSON.stringify(keys)).map(({ value }) => value),
    async (entries) => void write.run(JSON.stringify(entries)),
  );
}

function databaseOf(given) {
  const path = /^file:/.test(given?.href) ? given.href : given;
  if (typeof path !== "string") return checkClient(given, ["exec", "prepare"], "a database of SQLite"), given;
  if (!path || path.includes("\0")) throw new InputError("path is that of a file", { code: "E_INPUT", pointer: "/path" });
  const sqlite = globalThis.process?.getBuiltinModule?.("node:sqlite");
  if (!sqlite) throw new StoreError("this program has no node:sqlite, which Node has since 22.13; give sqliteStore a database of better-sqlite3", { code: "E_STORE" });
  const place = path.startsWith("file:") ? new URL(path) : path;
  makePrivate(place);
  return new sqlite.DatabaseSync(place);
}

/** Creates the file so that only the user of the program can read it. SQLite gives the log beside it the same rights. */
function makePrivate(place) {
  // An address may name something else than a writable file.
  if (place === ":memory:" || (typeof place !== "string" && place.search)) return;
  const { closeSync, existsSync, openSync } = globalThis.process.getBuiltinModule("node:fs");
  if (existsSync(place)) return;
  try {
    closeSync(openSync(place, "a", 0o600));
  } catch {
    // SQLite reports the problem with the place.
  }
}

/** Several processes may start at once: each waits for the others. With a write-ahead log a reader never blocks a writer. */
function prepareFile(database) {
  const patience = Object.values(database.prepare("PRAGMA busy_timeout").all()[0])[0];
  if (patience < PATIENCE) database.exec(`PRAGMA busy_timeout = ${PATIENCE}`);
  try {
    database.exec("PRAGMA journal_mode = WAL");
  } catch {
    // Another process changes it at this moment, or the database is in a transaction. The store works without it.
  }
  database.exec(TABLE);
}

// A store in SQLite. Each call is one statement or one transaction, so a write is complete or absent.
import { InputError, StoreError } from "../errors/index.js";
import { checkClient, checkedStore } from "./checked-store.js";
import { damagedLine } from "./damaged-line.js";
import { KeyLocks } from "./key-locks.js";

/** Values: those of `setMany`, and the ledgers of earlier versions. */
const VALUES = "CREATE TABLE IF NOT EXISTS rethought_ledger (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID";
/** A line is one row. A deleted one has no text. The index has the first half of each of its keys. */
const LINES = `CREATE TABLE IF NOT EXISTS rethought_lines (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, text TEXT, recorded_at INTEGER NOT NULL, account TEXT, conversation TEXT);
  CREATE TABLE IF NOT EXISTS rethought_keys (key TEXT, line INTEGER, PRIMARY KEY (key, line)) WITHOUT ROWID;
  ${["recorded_at", "account", "conversation"].map((column) => `CREATE INDEX IF NOT EXISTS rethought_lines_${column} ON rethought_lines (${column}) WHERE ${column} IS NOT NULL`).join("; ")}`;
const READ = `SELECT coalesce(line.text, kept.value) AS value FROM json_each(?) AS asked LEFT JOIN rethought_ledger AS kept ON kept.key = asked.value
  LEFT JOIN rethought_lines AS line ON line.name = CASE WHEN asked.value GLOB 'line-*' THEN substr(asked.value, 6) END ORDER BY asked.key`;
// Without WHERE, SQLite reads ON as a part of the join.
const WRITE = "INSERT INTO rethought_ledger (key, value) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?) WHERE true ON CONFLICT DO NOTHING";
const WRITE_LINES = `INSERT INTO rethought_lines (name, text, recorded_at, account, conversation)
  SELECT json_extract(value, '$.name'), json_extract(value, '$.text'), json_extract(value, '$.time'), json_extract(value, '$.account'), json_extract(value, '$.conversation') FROM json_each(?) WHERE true
  ON CONFLICT (name) DO UPDATE SET text = excluded.text, recorded_at = excluded.recorded_at, account = excluded.account, conversation = excluded.conversation WHERE rethought_lines.text IS NULL RETURNING name`;
/** A key that has eight lines identifies none of them, and gets no more. */
const WRITE_KEYS = `INSERT INTO rethought_keys (key, line) SELECT substr(own.value, 1, 32), line.id FROM json_each(?) AS given, json_each(given.value, '$.keys') AS own JOIN rethought_lines AS line ON line.name = json_extract(given.value, '$.name')
  WHERE (SELECT count(*) FROM (SELECT 1 FROM rethought_keys AS used WHERE used.key = substr(own.value, 1, 32) LIMIT 8)) < 8 ON CONFLICT DO NOTHING`;
const FIND = `SELECT asked.value AS key, line.name AS name FROM json_each(?) AS asked JOIN rethought_keys AS own ON own.key = substr(asked.value, 1, 32) JOIN rethought_lines AS line ON line.id = own.line`;
/** The names that earlier versions wrote under keys. */
const FIND_PLACES = "SELECT asked.value AS key, kept.value AS name FROM json_each(?) AS asked JOIN rethought_ledger AS kept ON kept.key >= 'key-' || asked.value || '-' AND kept.key < 'key-' || asked.value || '.' ORDER BY kept.key";
/** The first statement of a transaction writes, though nothing: a transaction that begins with a read cannot wait for another writer. */
const BEGIN = "SAVEPOINT rethought; DELETE FROM rethought_ledger WHERE key = ''";
const END = "RELEASE rethought";
const UNDO = "ROLLBACK TO rethought; RELEASE rethought";
/** A line takes about so many bytes beside its text. */
const LINE_BYTES = 600;
const EMPTY = "UPDATE rethought_lines SET text = NULL, account = NULL, conversation = NULL";
/** The statements of each kind of deletion: texts, and digests of what was deleted long before. Each statement has one value. */
const DELETE = {
  conversation: [`${EMPTY} WHERE text IS NOT NULL AND conversation = ? RETURNING id`],
  account: [`${EMPTY} WHERE text IS NOT NULL AND account = ? RETURNING id`],
  olderThan: [`${EMPTY} WHERE text IS NOT NULL AND recorded_at < CAST(? AS INTEGER) RETURNING id`, "DELETE FROM rethought_lines WHERE text IS NULL AND recorded_at < 2 * CAST(? AS INTEGER) - 1000 * CAST(strftime('%s', 'now') AS INTEGER) RETURNING id"],
  overBytes: [sized(EMPTY, "text IS NOT NULL", "length(text)", "CAST(? AS INTEGER)"), sized("DELETE FROM rethought_lines", "text IS NULL", "0", "CAST(? AS INTEGER) / 2")],
};
const DELETE_KEYS = "DELETE FROM rethought_keys WHERE line IN (SELECT value FROM json_each(?))";
/** So many entries are listed at a time. */
const PAGE = 1000;
/** The milliseconds that a writer waits for another. */
const PATIENCE = 10_000;
/** SQLite itself waits so long, and the whole program with it. */
const BLOCKING = 20;
/** Then the program goes on, and it is tried again after about so long. */
const PAUSE = 40;
/** How often the log is tried to be emptied after a deletion, while another process uses it. */
const CHECKPOINTS = 25;
const TABLES = { rethought_ledger: ["key", "value"], rethought_lines: ["name", "text", "recorded_at", "account", "conversation"], rethought_keys: ["key", "line"] };

/** Changes the oldest rows of some, until the others have at most so many bytes. */
function sized(change, which, bytes, most) {
  return `${change} WHERE id IN (SELECT id FROM (SELECT id, sum(${bytes} + ${LINE_BYTES}) OVER (ORDER BY recorded_at DESC, id) AS total FROM rethought_lines WHERE ${which}) WHERE total > ${most}) RETURNING id`;
}

export function sqliteStore(given) {
  const database = new SharedDatabase(databaseOf(given));
  const read = async (keys) => {
    const { readRows } = (await database.statements(false)) ?? {};
    return readRows ? database.brief(() => readRows.all(JSON.stringify(keys)).map(({ value }) => textOf(value))) : keys.map(() => undefined);
  };
  const write = async (entries) => {
    const { writeRows } = await database.statements(true);
    await database.write(() => writeRows.run(JSON.stringify(entries)));
  };
  const find = async (keys) => {
    const found = new Map(keys.map((key) => [key, new Set()]));
    const { findPlaces, findRows } = (await database.statements(false)) ?? {};
    if (findRows) await database.brief(() => [findPlaces, findRows].forEach((statement) => statement.all(JSON.stringify(keys)).forEach(({ key, name }) => found.get(key).add(name))));
    return new Map([...found].map(([key, names]) => [key, [...names]]));
  };
  const record = async (lines) => {
    const { writeLines, writeKeys } = await database.statements(true);
    return database.change(() => {
      const isNew = new Set(writeLines.all(JSON.stringify(lines)).map(({ name }) => name));
      // One by one: each counts the lines of a key that are there.
      for (const line of lines) if (isNew.has(line.name)) writeKeys.run(JSON.stringify([{ name: line.name, keys: line.keys }]));
      return lines.map(({ name }) => isNew.has(name));
    });
  };
  return checkedStore(read, write, { record, find, remove: (what) => deleteLines(database, what), entries: () => entriesOf(database), isThere: async () => (await database.statements(false)) !== undefined });
}

/** A damaged row may have bytes in the place of a text. */
const textOf = (value) => (value === null || typeof value === "string" ? value : damagedLine("it is not a text"));

/** Yields all entries: values in the order of their keys, and lines in that of their names. */
async function* entriesOf(database) {
  if (!(await database.statements(false))) return;
  const tables = ["SELECT key, value, NULL AS time, NULL AS account, NULL AS conversation FROM rethought_ledger", "SELECT 'line-' || name AS key, text AS value, recorded_at AS time, account, conversation FROM rethought_lines WHERE text IS NOT NULL"];
  for (const table of tables) {
    const next = database.prepare(`SELECT * FROM (${table}) WHERE key > ? ORDER BY key LIMIT ${PAGE}`);
    for (let [rows, last] = [undefined, ""]; !rows || rows.length === PAGE; last = rows.at(-1)?.key) yield (rows = await database.brief(() => next.all(last))).map((row) => ({ ...row, value: textOf(row.value) }));
  }
}

/** Deletes lines, and overwrites their bytes in the file. Their names and keys stay, so that nothing else is mistaken for them. */
async function deleteLines(database, what) {
  if (!(await database.statements(false))) return 0;
  const [[kind, value]] = Object.entries(what);
  const [deleting, removing] = DELETE[kind];
  const given = typeof value === "number" ? String(Math.ceil(value)) : value;
  const count = await database.change(() => {
    const { length } = database.prepare(deleting).all(given);
    const removed = removing === undefined ? [] : database.prepare(removing).all(given);
    if (removed.length) database.prepare(DELETE_KEYS).run(JSON.stringify(removed.map(({ id }) => id)));
    return length;
  });
  await database.emptyLog();
  return count;
}

/** A database that other processes use too. SQLite waits for them synchronously, so it waits a moment only, and the work is tried again later. */
class SharedDatabase {
  #database;
  #locks = new KeyLocks();
  #statements;
  /** True if SQLite would wait for longer, because the owner of the connection wants that. */
  #isPatient;

  constructor(database) {
    this.#database = database;
    this.#isPatient = Object.values(database.prepare("PRAGMA busy_timeout").all()[0])[0] > BLOCKING;
    // Bytes of what is deleted are overwritten, also where SQLite moves rows from page to page. It holds for one connection only.
    database.exec("PRAGMA secure_delete = ON");
    try {
      this.#now(() => checkTables(database));
    } catch (error) {
      // The first call looks again.
      if (!isBusy(error)) throw error;
    }
  }

  prepare(sql) {
    return this.#database.prepare(sql);
  }

  /** The statements of the store. The tables are made for the first write; until then there are none, and nothing to read. */
  async statements(isWriting) {
    if (this.#statements) return this.#statements;
    const database = this.#database;
    const found = await this.brief(() => checkTables(database));
    if (!isWriting && !found.includes("rethought_ledger")) return undefined;
    if (isWriting || found.length < Object.keys(TABLES).length) await this.#makeTables();
    const [readRows, writeRows, writeLines, writeKeys, findRows, findPlaces] = [READ, WRITE, WRITE_LINES, WRITE_KEYS, FIND, FIND_PLACES].map((sql) => database.prepare(sql));
    return (this.#statements = { readRows, writeRows, writeLines, writeKeys, findRows, findPlaces });
  }

  /** With a write-ahead log a reader never blocks a writer. */
  async #makeTables() {
    try {
      await this.brief(() => this.#database.exec("PRAGMA journal_mode = WAL"));
    } catch {
      // The database is in a transaction, or another process changes it all the time. The store works without it.
    }
    await this.write(() => this.#database.exec(`${VALUES}; ${LINES}`));
  }

  /** Does work that takes a moment. While another process is in the way, it is tried again. */
  async brief(work) {
    for (const until = Date.now() + PATIENCE; ; await new Promise((resolve) => setTimeout(resolve, PAUSE * (0.5 + Math.random())))) {
      try {
        return this.#now(work);
      } catch (error) {
        if (!isBusy(error) || Date.now() > until) throw error;
      }
    }
  }

  /** Does work that writes. Only one tries at a time. */
  write(work) {
    return this.#locks.hold(["write"], () => this.brief(work));
  }

  /** Does work in one transaction, or in a part of the one that is open. */
  change(work) {
    return this.write(() => {
      try {
        this.#database.exec(BEGIN);
        const result = work();
        this.#database.exec(END);
        return result;
      } catch (error) {
        try {
          this.#database.exec(UNDO);
        } catch {
          // It had not begun.
        }
        throw error;
      }
    });
  }

  /** Empties the log beside the file, which has the bytes of what was deleted. */
  async emptyLog() {
    for (let nth = 0; nth < CHECKPOINTS; nth++) {
      const isDone = this.#now(() => Object.values(this.#database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all()[0] ?? {})[0] === 0);
      if (isDone) return;
      // Another process uses the log. It is emptied when that ends.
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  #now(work) {
    if (!this.#isPatient) return work();
    const before = Object.values(this.#database.prepare("PRAGMA busy_timeout").all()[0])[0];
    this.#database.exec(`PRAGMA busy_timeout = ${BLOCKING}`);
    try {
      return work();
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${before}`);
    }
  }
}

/** True if another connection holds a lock, by the errors of node:sqlite, better-sqlite3 and bun:sqlite. */
const isBusy = (error) => [5, 6].includes((error?.errcode ?? error?.errno) & 0xff) || /^SQLITE_(BUSY|LOCKED)/.test(error?.code);

function databaseOf(given) {
  const path = /^file:/.test(given?.href) ? given.href : given;
  if (typeof path !== "string") return checkClient(given, ["exec", "prepare"], "a database of SQLite"), given;
  if (!path || path.includes("\0")) throw new InputError("path is that of a file", { code: "E_INPUT", pointer: "/path" });
  const sqlite = globalThis.process?.getBuiltinModule?.("node:sqlite");
  if (!sqlite) throw new StoreError("this program has no node:sqlite, which Node has since 22.13; give sqliteStore a database of better-sqlite3", { code: "E_STORE" });
  const place = path.startsWith("file:") ? new URL(path) : path;
  makePrivate(place);
  const database = new sqlite.DatabaseSync(place);
  database.exec(`PRAGMA busy_timeout = ${BLOCKING}`);
  return database;
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

/** Returns the tables that there are. Throws if one of them belongs to something else. */
function checkTables(database) {
  return Object.entries(TABLES).filter(([table, wanted]) => {
    const columns = database.prepare(`SELECT name FROM pragma_table_info('${table}') WHERE name <> ?`).all("").map(({ name }) => name);
    if (columns.length && !wanted.every((name) => columns.includes(name))) throw new StoreError(`the table ${table} has no columns ${wanted.join(", ")}, so it belongs to something else. Choose another file`, { code: "E_STORE" });
    return columns.length > 0;
  }).map(([table]) => table);
}

// A store in a table of Postgres: one round trip each way, with arrays. The client is pg, PGlite, or postgres.js.
import { InputError } from "../errors/index.js";
import { optionsFrom } from "../text/options.js";
import { checkClient, checkedStore } from "./checked-store.js";

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
/** Two processes that create one table at the same time fail, even with IF NOT EXISTS. They take turns by a lock on this number. */
const LOCK = 7_238_415;

export function postgresStore(client, options) {
  const { table = "rethought_ledger" } = optionsFrom(options, ["table"]);
  const name = quoted(table);
  const query = queryOf(client);
  const ensureTable = once(() => query(tableOf(name)));
  const [read, write] = [readingOf(name), writingOf(name)];
  return checkedStore(
    async (keys) => {
      await ensureTable();
      return (await query(read, [keys])).map(({ value }) => value);
    },
    async (entries) => {
      await ensureTable();
      // All writers use one order: two that lock the same rows in different orders would deadlock.
      const sorted = entries.sort(([one], [other]) => (one < other ? -1 : 1));
      await query(write, [sorted.map(([key]) => key), sorted.map(([, value]) => value)]);
    },
  );
}

/** Returns a function that runs a statement and returns its rows. */
function queryOf(client) {
  if (typeof client?.unsafe === "function") return async (text, values) => client.unsafe(text, values);
  checkClient(client, ["query"], "a client of Postgres");
  return async (text, values) => (await client.query(text, values)).rows;
}

const readingOf = (name) =>
  `SELECT kept.value AS value FROM unnest($1::text[]) WITH ORDINALITY AS asked(key, nth) LEFT JOIN ${name} AS kept ON kept.key = asked.key ORDER BY asked.nth`;

const writingOf = (name) => `INSERT INTO ${name} (key, value) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`;

/** A user without the right to create tables can use an existing one. */
const tableOf = (name) => `DO $$ BEGIN
  IF to_regclass('${name}') IS NULL THEN
    PERFORM pg_advisory_xact_lock(${LOCK});
    CREATE TABLE IF NOT EXISTS ${name} (key text COLLATE "C" PRIMARY KEY, value text NOT NULL);
  END IF;
END $$`;

/** Quotes the name of a table, or of a schema and a table. */
function quoted(table) {
  const parts = typeof table === "string" ? table.split(".") : [];
  if (!parts.length || parts.length > 2 || !parts.every((part) => NAME.test(part)))
    throw new InputError("table is a name of letters, digits and underscores, or a schema, a dot and a name", { code: "E_INPUT", pointer: "/table" });
  return parts.map((part) => `"${part}"`).join(".");
}

/** Runs work once. If it fails, the next call runs it again. */
function once(work) {
  let done;
  return () =>
    (done ??= work().catch((error) => {
      done = undefined;
      throw error;
    }));
}

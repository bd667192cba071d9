// The statements of a store in Postgres. `name` is the quoted name of the table of values, `lines` that of lines.

/** Two processes that create one table at the same time fail, even with IF NOT EXISTS. They take turns by a lock on this number. */
const LOCK = 7_238_415;
/** A key has so many places (ledger/store-values.js). */
const PLACES = [0, 1, 2, 3, 4, 5, 6, 7];
/** A line takes about so many bytes beside its text, and a deleted one as many. */
const LINE_BYTES = 700;

export const readingOf = (name, lines) =>
  `SELECT coalesce(kept.value, '') AS value, encode(line.packed, 'base64') AS packed, kept.key IS NOT NULL AS is_value FROM unnest($1::text[]) WITH ORDINALITY AS asked(key, nth)
LEFT JOIN ${name} AS kept ON kept.key = asked.key
LEFT JOIN ${lines} AS line ON asked.key ~ '^line-[0-9a-f]{64}$' AND line.name = decode(CASE WHEN asked.key ~ '^line-[0-9a-f]{64}$' THEN substr(asked.key, 6) ELSE '' END, 'hex') ORDER BY asked.nth`;

export const writingOf = (name) => `INSERT INTO ${name} (key, value) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`;

/** The statements that make the table of lines. A line is one row: its keys are in an index of Postgres, as their first half. */
export const linesTable = (lines) => [
  `CREATE TABLE IF NOT EXISTS ${lines} (name bytea PRIMARY KEY, keys uuid[] NOT NULL, packed bytea, recorded_at bigint NOT NULL, account text, conversation text)`,
  // What waits for a slow update of the index would be searched by every look-up.
  `CREATE INDEX IF NOT EXISTS ${indexOf(lines, "keys")} ON ${lines} USING gin (keys) WITH (fastupdate = off)`,
  ...["recorded_at", "account", "conversation"].map((column) => `CREATE INDEX IF NOT EXISTS ${indexOf(lines, column)} ON ${lines} (${column}) WHERE ${column} IS NOT NULL`),
  // Packed bytes do not become smaller.
  `ALTER TABLE ${lines} ALTER COLUMN packed SET STORAGE EXTERNAL`,
];

/** An index is in the schema of its table. Postgres cuts longer names than 63 letters, which could make two equal. */
const indexOf = (name, column) => `"${name.split(".").at(-1).slice(1, -1).slice(0, 45)}_${column}"`;

/** Creates the tables. A user without the right to do so can use existing ones. */
export const createTables = (name, lines, schema) => `DO $$ BEGIN
  IF to_regclass('${name}') IS NULL OR to_regclass('${lines}') IS NULL THEN
    PERFORM pg_advisory_xact_lock(${LOCK});
    -- Without the right to create, IF NOT EXISTS fails for an existing table too.
    IF to_regclass('${name}') IS NULL THEN
      ${schema === undefined ? "" : `CREATE SCHEMA IF NOT EXISTS ${schema};`}
      CREATE TABLE IF NOT EXISTS ${name} (key text COLLATE "C" PRIMARY KEY, value text NOT NULL);
    END IF;
    IF to_regclass('${lines}') IS NULL AND (SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass('${name}') AND attname IN ('key', 'value') AND NOT attisdropped) = 2 THEN
      BEGIN
        ${linesTable(lines).join(";\n        ")};
      EXCEPTION WHEN insufficient_privilege THEN NULL;
      END;
    END IF;
  END IF;
END $$`;

/** Finds the names of the lines with some keys, given as UUIDs. */
export const findingOf = (lines) => `SELECT hit::text AS key, encode(line.name, 'hex') AS name FROM ${lines} AS line, unnest(line.keys) AS hit WHERE line.keys && $1::uuid[] AND hit = ANY ($1::uuid[])`;

/**
 * Records lines in one statement. A key that has eight lines identifies none of them, and gets no more. $1 has the names, $2 the keys of each line, $3 the packed lines in base64, $4 to $6 times, accounts and
 * conversations. A row is the name of a line that is new; a line that was deleted is new again.
 */
export const recordingOf = (lines) => `WITH given AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[]) AS line(name, keys, packed, recorded_at, account, conversation)),
asked AS (SELECT DISTINCT unnest(string_to_array(keys, ' '))::uuid AS key FROM given),
crowded AS (SELECT hit AS key FROM ${lines} AS line, unnest(line.keys) AS hit WHERE line.keys && ARRAY(SELECT key FROM asked) AND hit IN (SELECT key FROM asked) GROUP BY hit HAVING count(*) >= ${PLACES.length})
INSERT INTO ${lines} AS line (name, keys, packed, recorded_at, account, conversation)
SELECT decode(name, 'hex'), ARRAY(SELECT key::uuid FROM unnest(string_to_array(keys, ' ')) AS own(key) WHERE key::uuid NOT IN (SELECT key FROM crowded)), decode(packed, 'base64'), recorded_at, account, conversation
FROM given ORDER BY name
ON CONFLICT (name) DO UPDATE SET packed = excluded.packed, recorded_at = excluded.recorded_at, account = excluded.account, conversation = excluded.conversation WHERE line.packed IS NULL
RETURNING encode(line.name, 'hex') AS name`;

/** True if the table of values has names of lines, as earlier versions wrote them. */
export const hasPlacesOf = (name) => `SELECT EXISTS (SELECT FROM ${name} WHERE key >= 'key-' AND key < 'key.') AS has`;

/** Reads the names that earlier versions wrote under keys. */
export const placesOf = (name) => `SELECT asked.key AS key, kept.value AS name FROM unnest($1::text[]) AS asked(key) JOIN ${name} AS kept ON kept.key = ANY (ARRAY[${PLACES.map((nth) => `'key-' || asked.key || '-${nth}'`).join(", ")}]) ORDER BY kept.key`;

const EMPTIED = "SET packed = NULL, account = NULL, conversation = NULL";

/** Deletes lines. Names and keys stay, so that nothing else is mistaken for what was deleted. Each statement has one value; the first counts. */
export const deletingOf = (lines, what) => {
  if (what === "overBytes") return [sizedOf(lines, "packed IS NOT NULL", "octet_length(packed)", `UPDATE ${lines} ${EMPTIED}`, "$1::bigint"), sizedOf(lines, "packed IS NULL", "0", `DELETE FROM ${lines}`, "$1::bigint / 2")];
  if (what === "olderThan")
    return [`WITH gone AS (UPDATE ${lines} ${EMPTIED} WHERE recorded_at < $1::bigint AND packed IS NOT NULL RETURNING 1) SELECT count(*)::int AS count FROM gone`, `DELETE FROM ${lines} WHERE packed IS NULL AND recorded_at < 2 * $1::bigint - extract(epoch FROM now()) * 1000`];
  return [`WITH gone AS (UPDATE ${lines} ${EMPTIED} WHERE ${what} = $1::text AND packed IS NOT NULL RETURNING 1) SELECT count(*)::int AS count FROM gone`];
};

/** Changes the oldest rows of some, until the others have at most so many bytes. */
const sizedOf = (lines, which, bytes, change, most) => `WITH sized AS (SELECT name, sum(${bytes} + ${LINE_BYTES}) OVER (ORDER BY recorded_at DESC, name) AS total FROM ${lines} WHERE ${which}),
gone AS (${change} WHERE name IN (SELECT name FROM sized WHERE total > ${most}) RETURNING 1) SELECT count(*)::int AS count FROM gone`;

/** So many entries are listed at a time. */
export const PAGE = 1000;

/** Lists values behind a key, in the order of keys. */
export const listingOf = (name) => `SELECT key, value FROM ${name} WHERE key COLLATE "C" > $1::text ORDER BY key COLLATE "C" LIMIT ${PAGE}`;

/** Lists lines behind a name, in the order of names. */
export const linesAfter = (lines) =>
  `SELECT encode(name, 'hex') AS name, array_to_string(keys, ' ') AS keys, encode(packed, 'base64') AS packed, recorded_at AS time, account, conversation FROM ${lines} WHERE name > decode($1::text, 'hex') AND packed IS NOT NULL ORDER BY name LIMIT ${PAGE}`;

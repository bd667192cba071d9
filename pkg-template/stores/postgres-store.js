// A store in two tables of Postgres: one round trip for each call, with arrays. The client is pg, PGlite, or postgres.js. A line is a row of its own table, packed, with its keys in an index of Postgres. The other
// table has values: those of `setMany`, and the ledgers of earlier versions.
import { InputError, StoreError } from "../errors/index.js";
import { base64Of, bytesOfBase64 } from "../text/bytes.js";
import { optionsFrom } from "../text/options.js";
import { checkClient, checkedStore } from "./checked-store.js";
import { packed, unpacked } from "./packed-line.js";
import { createTables, deletingOf, findingOf, hasPlacesOf, linesAfter, linesTable, listingOf, PAGE, placesOf, readingOf, recordingOf, writingOf } from "./postgres-statements.js";

const UNDEFINED_TABLE = "42P01";
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const LINES = "_lines";
const LONGEST_TABLE = 63 - LINES.length;
/** The first half of a key: an index entry shows where to look, and the ledger compares the whole. */
const KEY_DIGITS = 32;

export function postgresStore(client, options) {
  const { table = "rethought_ledger" } = optionsFrom(options, ["table"]);
  const name = quoted(table);
  const lines = name.replace(/"$/, `${LINES}"`);
  const ask = queryOf(client);
  const ensureTables = once(() => preparedTables(ask, { name, lines, table }));
  let isThere = false;
  /** Somebody may drop the tables while a program runs. The next record makes them again. */
  const query = (text, values) =>
    ask(text, values).catch((error) => {
      if (error?.code === UNDEFINED_TABLE) isThere = ensureTables.again();
      throw error;
    });
  /** True if there are tables to read. Who only reads makes none. */
  const hasTables = async () => {
    // Another program may own a table with the name of the lines. Check it here, before the first record fails.
    if (!isThere && !(await query("SELECT coalesce(to_regclass($1), to_regclass($2)) IS NOT NULL AS has", [name, lines]))[0].has) return false;
    isThere = true;
    await ensureTables();
    return true;
  };
  const [reading, writing, finding, recording] = [readingOf(name, lines), writingOf(name), findingOf(lines), recordingOf(lines)];
  const read = async (keys) => {
    if (!(await hasTables())) return keys.map(() => undefined);
    return (await query(reading, [keys])).map(({ value, packed, is_value: isValue }) => (packed === null ? (isValue ? value : undefined) : unpacked(bytesOfBase64(packed))));
  };
  const write = async (entries) => {
    await ensureTables();
    // All writers use one order: two that lock the same rows in different orders would deadlock.
    const sorted = entries.sort(([one], [other]) => (one < other ? -1 : 1));
    await query(writing, [sorted.map(([key]) => key), sorted.map(([, value]) => value)]);
  };
  const find = async (keys) => {
    if (!(await hasTables())) return new Map();
    const { hasPlaces } = await ensureTables();
    const whole = new Map(keys.map((key) => [key.slice(0, KEY_DIGITS), key]));
    const [rows, places] = await Promise.all([query(finding, [[...whole.keys()]]), hasPlaces ? query(placesOf(name), [keys]) : []]);
    const found = new Map(keys.map((key) => [key, new Set()]));
    for (const row of places) found.get(row.key).add(row.name);
    for (const row of rows) found.get(whole.get(row.key.replaceAll("-", ""))).add(row.name);
    return new Map([...found].map(([key, names]) => [key, [...names]]));
  };
  const record = async (given) => {
    await ensureTables();
    const column = (member) => given.map((line) => line[member]);
    const rows = await query(recording, [column("name"), given.map(({ keys }) => keys.map((key) => key.slice(0, KEY_DIGITS)).join(" ")), given.map(({ text }) => base64Of(packed(text))), column("time").map(String), column("account"), column("conversation")]);
    const isNew = new Set(rows.map((row) => row.name));
    return given.map((line) => isNew.has(line.name));
  };
  const remove = async (what) => {
    if (!(await hasTables())) return 0;
    const [kind, value] = Object.entries(what)[0];
    const [deleting, ...more] = deletingOf(lines, kind);
    const [{ count }] = await query(deleting, [typeof value === "number" ? String(Math.ceil(value)) : value]);
    for (const statement of more) await query(statement, [String(Math.ceil(value))]);
    return Number(count);
  };
  const entries = async function* () {
    if (!(await hasTables())) return;
    for (let [rows, last] = [undefined, ""]; !rows || rows.length === PAGE; last = rows.at(-1)?.key) yield (rows = await query(listingOf(name), [last])).map((row) => ({ ...row, time: null, account: null, conversation: null }));
    for (let [rows, last] = [undefined, ""]; !rows || rows.length === PAGE; last = rows.at(-1)?.name) yield (rows = await query(linesAfter(lines), [last])).map(entryOf);
  };
  return checkedStore(read, write, { record, find, remove, entries, isThere: hasTables });
}

const entryOf = ({ name, packed, time, account, conversation }) => ({ key: `line-${name}`, value: unpacked(bytesOfBase64(packed)), time: Number(time), account, conversation });

/** Creates the tables. Resolves to whether earlier versions have written names. Throws if a table is something else's. */
async function preparedTables(query, { name, lines, table }) {
  const [schema, bare] = name.includes(".") ? name.split(".") : [undefined, name];
  await query(createTables(name, lines, bare && schema));
  const columnsOf = async (quotedName) => (await query("SELECT attname::text AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped", [quotedName])).map((row) => row.name);
  for (const [found, wanted, called] of [[await columnsOf(name), ["key", "value"], table], [await columnsOf(lines), ["name", "keys", "packed", "recorded_at", "account", "conversation"], `${table}_lines`]])
    if (!wanted.every((column) => found.includes(column)))
      throw new StoreError(found.length ? `the table ${called} has no columns ${wanted.join(", ")}, so it belongs to something else. Use another database or schema, or the option table of postgresStore` : `the table ${called} is missing, and this user may not create it. Run once as its owner: ${linesTable(lines).join("; ")}`, { code: "E_STORE" });
  const [{ has: hasPlaces }] = await query(hasPlacesOf(name), []);
  return { hasPlaces };
}

/** Returns a function that runs a statement and returns its rows. */
function queryOf(client) {
  if (typeof client?.unsafe === "function") return async (text, values) => client.unsafe(text, values);
  checkClient(client, ["query"], "a client of Postgres");
  return async (text, values) => (await client.query(text, values)).rows;
}

/** Quotes the name of a table, or of a schema and a table. */
function quoted(table) {
  const parts = typeof table === "string" ? table.split(".") : [];
  // The lines are in a second table, whose name is longer. Postgres would cut it.
  if (parts.at(-1)?.length > LONGEST_TABLE) throw new InputError(`the name in \`table\` must have at most ${LONGEST_TABLE} letters (got ${parts.at(-1).length})`, { code: "E_INPUT", pointer: "/table" });
  if (!parts.length || parts.length > 2 || !parts.every((part) => NAME.test(part)))
    throw new InputError("`table` must be a name of letters, digits and underscores, such as ledger or my_schema.ledger", { code: "E_INPUT", pointer: "/table" });
  return parts.map((part) => `"${part}"`).join(".");
}

/** Runs work once. If it fails, or after `again()`, the next call runs it again. */
function once(work) {
  let done;
  const again = () => ((done = undefined), false);
  const run = () =>
    (done ??= work().catch((error) => {
      again();
      throw error;
    }));
  return Object.assign(run, { again });
}

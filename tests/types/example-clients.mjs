// Substitutes for the clients of databases in the examples of the stores, each over a separate map.

const VALUES = ["key", "value"];
const COLUMNS = { "'rethought_lines'": ["name", "text", "recorded_at", "account", "conversation"], "'rethought_keys'": ["key", "line"] };

function sqlite(values) {
  const listed = (text) => JSON.parse(text);
  const columns = (sql) => (Object.entries(COLUMNS).find(([table]) => sql.includes(table))?.[1] ?? VALUES).map((name) => ({ name }));
  const record = (text) => listed(text).map(({ name, text: line }) => (values.set(`line-${name}`, line), { name }));
  const read = (text) => listed(text).map((key) => ({ value: values.get(key) ?? null }));
  const rowsOf = (sql) => {
    if (sql.startsWith("PRAGMA")) return () => [{ timeout: 0 }];
    if (sql.includes("pragma_table_info")) return () => columns(sql);
    if (sql.startsWith("INSERT INTO rethought_lines")) return record;
    return sql.startsWith("SELECT coalesce") ? read : () => [];
  };
  const write = (text) => listed(text).forEach(([key, value] = []) => key === undefined || values.has(key) || values.set(key, value));
  return { exec: () => {}, prepare: (sql) => ({ all: rowsOf(sql), run: sql.startsWith("INSERT INTO rethought_ledger") ? write : () => {} }) };
}

function redis(values) {
  const runs = { expire: () => 1, set: (key, value) => (values.has(key) ? null : (values.set(key, value), "OK")) };
  return {
    mget: async (keys) => keys.map((key) => values.get(key) ?? null),
    pipeline: (commands) => ({ exec: async () => commands.map(([name, ...args]) => [null, runs[name](...args)]) }),
  };
}

function pool(values) {
  const answers = {
    "SELECT attname": (table) => (table.includes("_lines") ? ["name", "keys", "packed", "recorded_at", "account", "conversation"] : VALUES).map((name) => ({ name })),
    "SELECT EXISTS": () => [{ has: false }],
    "SELECT coalesce(to_regclass": () => [{ has: true }],
    "SELECT coalesce": (keys) => keys.map((key) => ({ value: values.get(key) ?? "", packed: null, is_value: values.has(key) })),
    INSERT: (keys, texts) => (keys.forEach((key, nth) => values.has(key) || values.set(key, texts[nth])), []),
    "WITH given": (names) => names.map((name) => ({ name })),
  };
  const answerTo = (text) => answers[Object.keys(answers).find((start) => text.startsWith(start))] ?? (() => []);
  return { query: async (text, given = []) => ({ rows: answerTo(text)(...given) }) };
}

const storage = (values) => ({ getItem: async (key) => values.get(key) ?? null, setItem: async (key, value) => void values.set(key, value) });

const keyv = (values) => ({
  getMany: async (keys) => keys.map((key) => values.get(key)),
  setMany: async (entries) => entries.map(({ key, value }) => (values.set(key, value), true)),
  on: () => {},
  off: () => {},
});

const namespace = (values) => ({ get: async (keys) => new Map(keys.map((key) => [key, values.get(key) ?? null])), put: async (key, value) => void values.set(key, value) });

function durable(values) {
  const found = (keys) => new Map(keys.filter((key) => values.has(key)).map((key) => [key, values.get(key)]));
  const own = { get: async (keys) => found(keys), put: async (entries) => Object.entries(entries).forEach(([key, value]) => values.set(key, value)) };
  return { ...own, transaction: (work) => work(own) };
}

const makers = { sqlite, redis, pool, storage, keyv, namespace, durable };
export const CLIENTS = Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make(new Map())]));

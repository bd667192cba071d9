// Substitutes for the clients of databases in the examples of the stores, each over a separate map.

function sqlite(values) {
  const all = (text) => JSON.parse(text).map((key) => ({ value: values.get(key) ?? null }));
  const run = (text) => JSON.parse(text).forEach(([key, value]) => values.has(key) || values.set(key, value));
  return { exec: () => {}, prepare: (sql) => ({ all: sql.startsWith("PRAGMA") ? () => [{ timeout: 0 }] : all, run }) };
}

function redis(values) {
  const runs = { expire: () => 1, set: (key, value) => (values.has(key) ? null : (values.set(key, value), "OK")) };
  return {
    mget: async (keys) => keys.map((key) => values.get(key) ?? null),
    pipeline: (commands) => ({ exec: async () => commands.map(([name, ...args]) => [null, runs[name](...args)]) }),
  };
}

function pool(values) {
  const read = (keys) => keys.map((key) => ({ value: values.get(key) ?? null }));
  const write = (keys, texts) => (keys.forEach((key, nth) => values.has(key) || values.set(key, texts[nth])), []);
  return { query: async (text, given) => ({ rows: text.startsWith("SELECT") ? read(...given) : text.startsWith("INSERT") ? write(...given) : [] }) };
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

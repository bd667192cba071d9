// The store that an address names: a database, whose driver the user installs, or a folder.
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Usage } from "./usage.js";

/** How long a driver tries to connect, in milliseconds. */
const CONNECT_MS = 5000;

/** The kinds of addresses, how each is opened, and an example of one that needs two slashes. */
const KINDS = [
  { form: /^rediss?:/i, open: openRedis, example: "redis://host:6379" },
  { form: /^postgres(ql)?:/i, open: openPostgres, example: "postgres://host/database" },
  { form: /^sqlite:/i, open: openSqlite },
];
/** An address with a scheme. A drive of Windows has one letter, and a path of several folders has a slash before any colon. */
const SCHEME = /^([a-z][a-z0-9+.-]+):/i;

/**
 * Opens the store of an address. Returns `store`, and `close()`. `onFault` is called when a connection breaks. `name` is the option that has the address. A file or
 * folder that does not exist is made, unless it `mustExist`: then nothing is made or changed in it either, and it must hold a ledger.
 */
export async function openStore(address, { onFault = () => {}, name = "--store", mustExist = false } = {}) {
  const kind = KINDS.find(({ form }) => form.test(address));
  const path = kind ? sqliteFile(address) : address;
  // Any other address of a database would become a folder of that name. What follows the scheme may be a password.
  const [, scheme] = SCHEME.exec(address) ?? [];
  const hasSlashes = address.startsWith("//", (scheme?.length ?? 0) + 1);
  if (scheme && !kind) throw new Usage(`${name} must be redis://…, postgres://…, sqlite:FILE or a folder (got ${scheme}:${hasSlashes ? "//" : ""}…). A folder with a colon in its name begins with ./`);
  if (kind?.example && !hasSlashes) throw new Usage(`${name} needs two slashes after ${scheme}: such as ${kind.example} (got ${scheme}:…)`);
  if (mustExist && path && path !== ":memory:" && !existsSync(path)) throw new Usage(`${path}: no such ${kind ? "file" : "folder"}`);
  if (kind) return checked(await kind.open(address, onFault), mustExist && path !== ":memory:", () => withoutSecrets(address));
  // To open a folder makes another one in it.
  if (mustExist && !holdsLedger(address)) throw noLedger(address);
  const { folderStore } = await import("../folder/index.js");
  return { store: folderStore(address), close: async () => {} };
}

/** Returns what two addresses of one place have in common: a file or a folder can be written in many ways. */
export function placeOf(address) {
  if (KINDS.some(({ form }) => form.test(address)) && sqliteFile(address) === undefined) return address;
  const path = resolve(sqliteFile(address) ?? address);
  return existsSync(path) ? realpathSync(path) : path;
}

/** Returns an opened store, if it holds a ledger or need not. */
async function checked({ store, close }, mustExist, place) {
  try {
    if (mustExist && store.isThere && !(await store.isThere())) throw noLedger(place());
    return { store, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** True for a folder with the file of lines, or with a folder of values of an earlier version. */
const holdsLedger = (folder) => !statSync(folder).isDirectory() || readdirSync(folder).some((name) => name === "lines" || /^[a-z0-9]{2}$/.test(name));

const noLedger = (place) => new Usage(`${place} holds no ledger: nothing was recorded in it`);

/** Returns an address without what follows its scheme: it may have a password. */
const withoutSecrets = (address) => address.replace(/:\/\/[^]*$/, "://…");

async function openRedis(address, onFault) {
  const { redisStore } = await import("../stores/index.js");
  const { name, module } = await driverOf("Redis", ["ioredis", "redis"]);
  if (name === "redis") {
    const client = module.createClient({ url: address, disableOfflineQueue: true, socket: { connectTimeout: CONNECT_MS } });
    client.on("error", onFault);
    client.connect().catch(onFault);
    return { store: redisStore(client), close: async () => client.destroy?.() ?? client.disconnect() };
  }
  const Redis = module.default ?? module;
  const client = new Redis(address, { maxRetriesPerRequest: 1, connectTimeout: CONNECT_MS });
  client.on("error", onFault);
  return { store: redisStore(client), close: async () => client.disconnect() };
}

async function openPostgres(address, onFault) {
  const { postgresStore } = await import("../stores/index.js");
  const { name, module } = await driverOf("Postgres", ["pg", "postgres"]);
  if (name === "postgres") {
    const sql = module.default(address, { connect_timeout: CONNECT_MS / 1000, onnotice() {} });
    return { store: postgresStore(sql), close: () => sql.end({ timeout: 1 }) };
  }
  const { Pool } = module.default ?? module;
  const pool = new Pool({ connectionString: address, connectionTimeoutMillis: CONNECT_MS });
  pool.on("error", onFault);
  return { store: postgresStore(pool), close: () => pool.end() };
}

/** The file of an address of SQLite. */
const sqliteFile = (address) => (/^sqlite:/i.test(address) ? address.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "") : undefined);

async function openSqlite(address) {
  const { sqliteStore } = await import("../stores/index.js");
  const file = sqliteFile(address);
  if (!file) throw new Usage("sqlite: needs a file, such as sqlite:ledger.db");
  if (process.getBuiltinModule?.("node:sqlite")) return { store: opened(file, () => sqliteStore(file)), close: async () => {} };
  const { module } = await driverOf("SQLite", ["better-sqlite3"], " Node has SQLite itself since 22.13.");
  const database = opened(file, () => new (module.default ?? module)(file));
  return { store: opened(file, () => sqliteStore(database)), close: async () => database.close() };
}

/** Opens something of a file of SQLite, whose errors do not name it. */
function opened(file, open) {
  try {
    return open();
  } catch (error) {
    const message = String(error?.message ?? error);
    if (/not a database/i.test(message)) throw new Usage(`${file} is not a SQLite database. Name another file, or one that does not exist yet`);
    throw new Usage(`${file} cannot be used as a store: ${message}`);
  }
}

/** Loads the first driver that is installed: in the current folder, or beside this package. */
async function driverOf(database, names, more = "") {
  const places = [pathToFileURL(join(process.cwd(), "package.json")).href, import.meta.url];
  for (const name of names) {
    const found = places.map((place) => resolved(name, place)).find(Boolean);
    if (found) return { name, module: await import(pathToFileURL(found).href) };
  }
  throw new Usage(`${database} needs a driver, and none is installed. Run: npm install ${names[0]}${names.length > 1 ? ` (or ${names.slice(1).join(", ")})` : ""}.${more}`);
}

function resolved(name, from) {
  try {
    return createRequire(from).resolve(name);
  } catch {
    return undefined;
  }
}

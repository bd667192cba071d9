// Stores over the clients of databases. The types ask of a client only what a store calls, so that those of the published packages fit without a cast.
import type { FileUrl } from "../folder/index.js";
import type { Store } from "./store.js";

export type { FileUrl } from "../folder/index.js";

/** A database of SQLite: `DatabaseSync` of `node:sqlite`, or that of better-sqlite3 or of `bun:sqlite`. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): { all(value: string): unknown[]; run(value: string): unknown };
}

/**
 * Opens a store in a database of SQLite. Its tables are made if they are missing. `rethought_lines` has a row for each answer, with columns for time, account
 * and conversation. `rethought_keys` is their index, and `rethought_ledger` has the values of earlier versions. Any number of processes can use one file. A
 * writer waits up to ten seconds for the others, and the file is set to write-ahead logging. Each call is one transaction, so a kill leaves all of a write or
 * nothing. A path is opened by `node:sqlite`. A file that it makes is readable only by the user of the program. An existing database keeps its permissions.
 *
 * @example
 * import { Ledger } from "rethought";
 * import { sqliteStore } from "rethought/stores";
 *
 * // import { DatabaseSync } from "node:sqlite"; const sqlite = new DatabaseSync("ledger.db");
 * const ledger = await Ledger.open(sqliteStore(sqlite));
 * await ledger.record({ request, response, target: "anthropic-messages" }); // → true
 *
 * @throws {InputError} if it is no database and no path.
 * @throws {StoreError} if a path is given and there is no `node:sqlite`.
 */
export function sqliteStore(database: SqliteDatabase | string | FileUrl): Store;

/** A client of ioredis: `Redis` or `Cluster`. */
export interface IoredisClient {
  mget(keys: string[]): Promise<(string | null)[]>;
  pipeline(commands: unknown[][]): { exec(): Promise<[error: Error | null, result: unknown][] | null> };
  /** Finds, records and deletes. Without it, a record takes four round trips and nine keys, and nothing can be deleted. */
  eval?(script: string, count: number, ...words: string[]): Promise<unknown>;
}

/** A client of node-redis, of version 4 or later: what `createClient`, `createClientPool` or `createCluster` give. */
export interface NodeRedisClient {
  mGet(keys: string[]): Promise<unknown>;
  set(key: string, value: string, options: { NX: true; EX?: number }): Promise<unknown>;
  expire(key: string, seconds: number): Promise<unknown>;
  /** Finds, records and deletes. Without it, a record takes four round trips and nine keys, and nothing can be deleted. */
  eval?(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** The options of `redisStore`. */
export interface RedisStoreOptions {
  /** Comes before every key; `rethought:` if left out. In a cluster all keys must be in one slot: `{rethought}:`. */
  prefix?: string | undefined;
  /** How long a line is kept after it was written; for ever if left out. Names of lines are kept at least twice as long, so that no other line is mistaken for one that is gone. */
  ttlSeconds?: number | undefined;
}

/**
 * Makes a store of a client of Redis, with one round trip for each call. It uses `MGET`, `SET … NX` in a pipeline, and scripts that find, record and delete. A
 * line is one string, and its keys are in hashes that many lines share. Any number of processes can use it. A kill leaves every value whole.
 *
 * @example
 * import { Ledger } from "rethought";
 * import { redisStore } from "rethought/stores";
 *
 * // import Redis from "ioredis"; const redis = new Redis();
 * const ledger = await Ledger.open(redisStore(redis, { ttlSeconds: 7 * 86_400 }));
 * await ledger.record({ request, response, target: "anthropic-messages" }); // → true
 *
 * @throws {InputError} if it is not a client, or if an option is unknown or invalid.
 */
export function redisStore(client: IoredisClient | NodeRedisClient, options?: RedisStoreOptions): Store;

/** A client of Postgres with `query`: a `Pool` or a `Client` of pg, or a PGlite. */
export interface PgClient {
  query(text: string, values?: (string | (string | null)[])[]): Promise<{ rows: unknown[] }>;
}

/** A client of postgres.js: what `postgres()` gives. */
export interface PostgresJsClient {
  unsafe(text: string, values?: (string | (string | null)[])[]): PromiseLike<unknown[]>;
}

/**
 * Makes a store of a client of Postgres, one round trip for each call. The first call makes two tables if they are missing. `rethought_ledger`, or the given
 * name, is for the values of earlier versions. The other one has `_lines` behind that name, and a row for each answer. A schema may come before the name, with
 * a dot, and is made too. Lines have columns for time, account and conversation. Any number of processes can use it. Each call is one statement, so a kill
 * leaves all of a write or nothing.
 *
 * @example
 * import { Ledger } from "rethought";
 * import { postgresStore } from "rethought/stores";
 *
 * // import pg from "pg"; const pool = new pg.Pool();
 * const ledger = await Ledger.open(postgresStore(pool, { table: "agents.ledger" }));
 * await ledger.record({ request, response, target: "anthropic-messages" }); // → true
 *
 * @throws {InputError} if it is not a client, or if an option is unknown or invalid.
 */
export function postgresStore(client: PgClient | PostgresJsClient, options?: { table?: string | undefined }): Store;

/** The options of a store whose database has no «set if absent». */
export interface SettledStoreOptions {
  /**
   * How many milliseconds a writer waits after it has taken a place under a key; 100 by default. Then it checks if another process has taken the same place. If
   * so, it uses the next one. A name is lost only if a process needs longer than this from its reading of a place to the end of its writing. A read that lasts
   * longer than half of it is made again, and fails the call after five. With one process that writes, 0 is safe.
   */
  settleMs?: number | undefined;
}

/** A storage of unstorage: what `createStorage` or `prefixStorage` give. */
export interface UnstorageStorage {
  getItem(key: string): Promise<unknown>;
  getItems?(keys: string[]): Promise<{ key: string; value: unknown }[]>;
  setItem(key: string, value: string): Promise<unknown>;
}

/**
 * Makes a store of a storage of unstorage. Its drivers overwrite: if two processes take one place under a key in the same moment, the last one has it. Writers therefore wait, see
 * `settleMs`. Within one process nothing is ever lost. A value that a kill has cut is as good as none. For many writers take the store of the database itself.
 *
 * @example
 * import { Ledger } from "rethought";
 * import { unstorageStore } from "rethought/stores";
 *
 * // import { createStorage } from "unstorage"; const storage = createStorage({ driver });
 * const ledger = await Ledger.open(unstorageStore(storage));
 * await ledger.record({ request, response, target: "anthropic-messages" }); // → true
 *
 * @throws {InputError} if it is no storage, or if an option is unknown or invalid.
 */
export function unstorageStore(storage: UnstorageStorage, options?: SettledStoreOptions): Store;

/** A `Keyv`, of version 5 or later. */
export interface KeyvClient {
  getMany(keys: string[]): Promise<unknown[]>;
  setMany(entries: { key: string; value: string }[]): Promise<unknown>;
  on(event: "error", listener: (error: unknown) => void): unknown;
  off(event: "error", listener: (error: unknown) => void): unknown;
}

/**
 * Makes a store of a `Keyv` without a `ttl`. Keyv overwrites: if two processes take one place under a key in the same moment, the last one has it. Writers therefore wait, see `settleMs`.
 * Within one process nothing is ever lost. An error that Keyv only reports by its event fails the call. For many writers take the store of the database itself.
 *
 * @example
 * import { Ledger } from "rethought";
 * import { keyvStore } from "rethought/stores";
 *
 * // import Keyv from "keyv"; const keyv = new Keyv();
 * const ledger = await Ledger.open(keyvStore(keyv, { settleMs: 0 }));
 * await ledger.record({ request, response, target: "anthropic-messages" }); // → true
 *
 * @throws {InputError} if it is not a Keyv, if it has a `ttl`, or if an option is unknown or invalid.
 */
export function keyvStore(keyv: KeyvClient, options?: SettledStoreOptions): Store;

/** A namespace of Workers KV. */
export interface KvNamespace {
  get(keys: string[]): Promise<Map<string, string | null>>;
  put(key: string, value: string): Promise<unknown>;
}

/**
 * Makes a store of a namespace of Workers KV, 100 keys for each read. KV overwrites, and another location may see a write a minute later. If two locations take
 * one place under a key within that time, the first name is lost. Its line is then not found by that key. Use it where one location writes a conversation.
 * Where several do, take `durableObjectStore`, which loses nothing.
 *
 * @example
 * import { Ledger } from "rethought";
 * import { kvStore } from "rethought/stores";
 *
 * // async fetch(request, env) { const namespace = env.LEDGER; … }
 * const ledger = await Ledger.open(kvStore(namespace));
 * await ledger.record({ request, response, target: "anthropic-messages" }); // → true
 *
 * @throws {InputError} if it is no namespace.
 */
export function kvStore(namespace: KvNamespace): Store;

/** The storage of a Durable Object, or a transaction in it. */
export interface DurableObjectValues {
  get(keys: string[]): Promise<Map<string, unknown>>;
  put(entries: Record<string, string>): Promise<unknown>;
}

/** The storage of a Durable Object: `ctx.storage`. */
export interface DurableObjectStorageLike extends DurableObjectValues {
  transaction(work: (transaction: DurableObjectValues) => Promise<void>): Promise<unknown>;
}

/**
 * Makes a store of the storage of a Durable Object, 128 keys at a time, and a write in one transaction. A line may be as large as the storage takes: 2 MB where the class is in
 * `new_sqlite_classes`, 128 kB elsewhere.
 *
 * @example
 * import { Ledger } from "rethought";
 * import { durableObjectStore } from "rethought/stores";
 *
 * // constructor(ctx, env) { const storage = ctx.storage; … }
 * const ledger = await Ledger.open(durableObjectStore(durable));
 * await ledger.record({ request, response, target: "anthropic-messages" }); // → true
 *
 * @throws {InputError} if it is no storage.
 */
export function durableObjectStore(storage: DurableObjectStorageLike): Store;

/**
 * Makes a store in a database of IndexedDB, `rethought` if left out, which is opened by the first call. All tabs and workers of an origin can use it. Each call is one transaction.
 *
 * @example
 * import { Ledger } from "rethought";
 * import { indexedDbStore } from "rethought/stores";
 *
 * const ledger = await Ledger.open(indexedDbStore("ledger"));
 * ledger.form; // → "full"
 *
 * @throws {InputError} if the name is none.
 */
export function indexedDbStore(name?: string): Store;

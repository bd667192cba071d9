// The stores accept the common clients with the types of their packages, without a cast.
import type { DurableObjectStorage, KVNamespace } from "@cloudflare/workers-types";
import type { PGlite } from "@electric-sql/pglite";
import type BetterSqlite from "better-sqlite3";
import type { Cluster, Redis } from "ioredis";
import type { Cluster as Cluster6, Redis as Redis6 } from "ioredis6";
import type { Keyv } from "keyv";
import type { Keyv as Keyv6 } from "keyv6";
import type { DatabaseSync } from "node:sqlite";
import type pg from "pg";
import type { Sql } from "postgres";
import { createClient, createClientPool, createCluster } from "redis";
import { createClient as createClient4, createCluster as createCluster4 } from "redis4";
import { createClient as createClient5, createCluster as createCluster5 } from "redis5";
import type { Store } from "rethought";
import { durableObjectStore, indexedDbStore, keyvStore, kvStore, postgresStore, redisStore, sqliteStore, unstorageStore } from "rethought/stores";
import type { Storage } from "unstorage";
import { createStorage, prefixStorage } from "unstorage";

declare const sqlite: { node: DatabaseSync; better: BetterSqlite.Database };
declare const redis: { five: Redis; six: Redis6; cluster: Cluster; cluster6: Cluster6 };
declare const postgres: { pool: pg.Pool; client: pg.Client; poolClient: pg.PoolClient; lite: PGlite; sql: Sql; typed: Sql<{ bigint: bigint }> };
declare const keyv: { five: Keyv; six: Keyv6; texts: Keyv<string>; texts6: Keyv6<string> };
declare const cloudflare: { namespace: KVNamespace; storage: DurableObjectStorage };
declare const storage: { any: Storage; texts: Storage<string> };

export const stores: Store[] = [
  sqliteStore(sqlite.node),
  sqliteStore(sqlite.better),
  sqliteStore("ledger.db"),
  sqliteStore(new URL("file:///ledger.db")),
  redisStore(redis.five, { prefix: "a:", ttlSeconds: 60 }),
  redisStore(redis.six),
  redisStore(redis.cluster),
  redisStore(redis.cluster6),
  redisStore(createClient()),
  redisStore(createClientPool()),
  redisStore(createCluster({ rootNodes: [] })),
  redisStore(createClient4()),
  redisStore(createCluster4({ rootNodes: [] })),
  redisStore(createClient5()),
  redisStore(createCluster5({ rootNodes: [] })),
  postgresStore(postgres.pool, { table: "agents.ledger" }),
  postgresStore(postgres.client),
  postgresStore(postgres.poolClient),
  postgresStore(postgres.lite),
  postgresStore(postgres.sql),
  postgresStore(postgres.typed),
  unstorageStore(createStorage(), { settleMs: 0 }),
  unstorageStore(prefixStorage(createStorage(), "ledger")),
  unstorageStore(storage.any),
  unstorageStore(storage.texts),
  keyvStore(keyv.five),
  keyvStore(keyv.six, { settleMs: 20 }),
  keyvStore(keyv.texts),
  keyvStore(keyv.texts6),
  kvStore(cloudflare.namespace),
  durableObjectStore(cloudflare.storage),
  indexedDbStore(),
];

// @ts-expect-error a map is not a client
redisStore(new Map<string, string>());
// @ts-expect-error a database of SQLite is not a client of Postgres
postgresStore(sqlite.node);
// @ts-expect-error a time to live is a number
redisStore(redis.five, { ttlSeconds: "60" });
// @ts-expect-error there is no such option
unstorageStore(storage.any, { ttlSeconds: 60 });
// @ts-expect-error a client of Redis is no Keyv
keyvStore(redis.five);
// @ts-expect-error a namespace is no storage of a Durable Object
durableObjectStore(cloudflare.namespace);

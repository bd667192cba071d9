// Stores over the clients of databases. Each client is the caller's: the package depends on none of them.
export { durableObjectStore } from "./stores/durable-object-store.js";
export { indexedDbStore } from "./stores/indexed-db-store.js";
export { keyvStore } from "./stores/keyv-store.js";
export { kvStore } from "./stores/kv-store.js";
export { postgresStore } from "./stores/postgres-store.js";
export { redisStore } from "./stores/redis-store.js";
export { sqliteStore } from "./stores/sqlite-store.js";
export { unstorageStore } from "./stores/unstorage-store.js";

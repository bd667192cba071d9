// Stores over the clients of databases. The caller provides each client: the package depends on none of them.
export { durableObjectStore } from "./durable-object-store.js";
export { indexedDbStore } from "./indexed-db-store.js";
export { keyvStore } from "./keyv-store.js";
export { kvStore } from "./kv-store.js";
export { postgresStore } from "./postgres-store.js";
export { redisStore } from "./redis-store.js";
export { sqliteStore } from "./sqlite-store.js";
export { unstorageStore } from "./unstorage-store.js";

// The stores of this suite, each by the client that the documentation names.
import { moduleOf } from "../../../scripts/load-package.mjs";

/** Opens the store of a place. */
export async function openPlace({ kind, path, space, socket, host }) {
  const stores = await moduleOf("stores/index.js");
  if (kind === "folder") return { store: (await moduleOf("folder/index.js")).folderStore(path), close: async () => {} };
  if (kind === "sqlite") return { store: stores.sqliteStore(`${path}.db`), close: async () => {} };
  if (kind === "redis") {
    const { default: Redis } = await import("ioredis");
    const client = new Redis(socket);
    return { store: stores.redisStore(client, { prefix: `${space}:` }), client, close: async () => client.disconnect() };
  }
  const { default: pg } = await import("pg");
  // The default pool.
  const pool = new pg.Pool({ host, user: "rethought", database: "postgres" });
  return { store: stores.postgresStore(pool, { table: space }), pool, close: () => pool.end() };
}


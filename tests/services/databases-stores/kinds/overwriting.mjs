// Stores over clients that overwrite: unstorage and Keyv.
import { join } from "node:path";
import { moduleOf } from "../../../../scripts/load-package.mjs";

const { keyvStore, unstorageStore } = await moduleOf("stores/index.js");
const memories = new Map();

/** Returns the single object in memory of a place. */
function inMemory(space, make) {
  if (!memories.has(space)) memories.set(space, make());
  return memories.get(space);
}

const keyvInMemory = (name, node) => ({
  name: `${name} in memory`,
  node,
  open: async ({ space, settleMs }) => {
    const { default: Keyv } = await import(name);
    return { store: inMemory(space, () => keyvStore(new Keyv(), { settleMs })) };
  },
});

export const kinds = [
  {
    name: "unstorage in memory",
    open: async ({ space, settleMs }) => {
      const { createStorage } = await import("unstorage");
      return { store: inMemory(space, () => unstorageStore(createStorage(), { settleMs })) };
    },
  },
  {
    name: "unstorage in files",
    shared: true,
    open: async ({ folder, space, settleMs }) => {
      const [{ createStorage, prefixStorage }, { default: files }] = await Promise.all([import("unstorage"), import("unstorage/drivers/fs-lite")]);
      const storage = createStorage({ driver: files({ base: join(folder, space) }) });
      return { store: unstorageStore(prefixStorage(storage, "ledger"), { settleMs }) };
    },
  },
  keyvInMemory("keyv"),
  keyvInMemory("keyv6", 24),
  {
    name: "keyv in redis",
    shared: true,
    server: "redis",
    open: async ({ redis: { socket }, space, settleMs }) => {
      const [{ default: Keyv }, { default: KeyvRedis }] = await Promise.all([import("keyv"), import("@keyv/redis")]);
      const keyv = new Keyv(new KeyvRedis({ socket: { path: socket, reconnectStrategy: false } }), { namespace: space });
      return { store: keyvStore(keyv, { settleMs }), end: () => keyv.disconnect() };
    },
  },
];

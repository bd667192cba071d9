// Stores in memory and in files. `open` returns a store over the place, and a function that closes its client.
import { join } from "node:path";
import { moduleOf } from "../../../../scripts/load-package.mjs";

const { memoryStore } = await moduleOf("start/node.js");
const { folderStore } = await moduleOf("folder/index.js");
const { indexedDbStore, sqliteStore } = await moduleOf("stores/index.js");
/** Values in the memory of this process, by the name of the place: a second store over it is the same. */
const memories = new Map();

export const kinds = [
  {
    name: "memory",
    open: async ({ space }) => {
      if (!memories.has(space)) memories.set(space, memoryStore());
      return { store: memories.get(space) };
    },
  },
  { name: "folder", shared: true, open: async ({ folder, space }) => ({ store: folderStore(join(folder, space)) }) },
  {
    name: "sqlite by node:sqlite",
    shared: true,
    node: 24,
    open: async ({ folder, space }) => {
      const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
      const database = new DatabaseSync(join(folder, `${space}.db`));
      return { store: sqliteStore(database), close: () => database.close() };
    },
  },
  { name: "sqlite by a path", shared: true, node: 24, open: async ({ folder, space }) => ({ store: sqliteStore(join(folder, `${space}.db`)) }) },
  {
    name: "sqlite by better-sqlite3",
    shared: true,
    node: 24,
    open: async ({ folder, space }) => {
      const { default: Database } = await import("better-sqlite3");
      const database = new Database(join(folder, `${space}.db`));
      return { store: sqliteStore(database), close: () => database.close() };
    },
  },
  {
    name: "indexeddb",
    open: async ({ space }) => {
      await import("fake-indexeddb/auto");
      return { store: indexedDbStore(space) };
    },
  },
];

// Stores in Postgres, by the common clients. PGlite is Postgres itself, in this process.
import { join } from "node:path";
import { moduleOf } from "../../../../scripts/load-package.mjs";

const { postgresStore } = await moduleOf("stores/index.js");
const [user, database] = ["rethought", "postgres"];
const lites = new Map();

export const kinds = [
  {
    name: "postgres by pg",
    shared: true,
    server: "postgres",
    open: async ({ postgres: { folder }, space }) => {
      const { default: pg } = await import("pg");
      const pool = new pg.Pool({ host: folder, user, database, max: 4 });
      return { store: postgresStore(pool, { table: space }), close: () => pool.end(), query: (text) => pool.query(text) };
    },
  },
  {
    name: "postgres by postgres.js",
    shared: true,
    server: "postgres",
    open: async ({ postgres: { folder }, space }) => {
      const { default: postgres } = await import("postgres");
      const sql = postgres({ path: join(folder, ".s.PGSQL.5432"), user, database, max: 4, onnotice: () => {} });
      return { store: postgresStore(sql, { table: `public.${space}` }), close: () => sql.end() };
    },
  },
  {
    name: "postgres by PGlite",
    open: async ({ space }) => {
      const { PGlite } = await import("@electric-sql/pglite");
      if (!lites.has("one")) lites.set("one", new PGlite());
      const lite = lites.get("one");
      return { store: postgresStore(lite, { table: space }), close: () => (lites.delete("one"), lite.close()) };
    },
  },
];

// A project outside the checkout: the test files, the installed package, and the packages for comparison.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "../../scripts/pack.mjs";
import { scratchProject } from "../services/browser-package/scratch.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
export const modules = join(here, "..", "node_modules");

/** Returns the kind of a test. Tests against other packages need DOM types, and those declarations pass no strict check. */
const kindOf = (name) => /^(npm|clients)-/.exec(name)?.[1] ?? "own";
const COMPARED = ["@cognipeer/agent-sdk", "@letta-ai/letta-client", "@types/luxon"];
/** The clients of databases. They need the types of Node, which the other tests must not have. */
const CLIENTS = [
  "@cloudflare/workers-types", "@electric-sql/pglite", "@types/better-sqlite3", "@types/node", "@types/pg", "ioredis", "ioredis6", "keyv", "keyv6", "postgres", "redis", "redis4", "redis5", "unstorage",
];

export const RESOLUTIONS = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

/** Creates the project over a folder that has `node_modules/rethought`, or over the packed tarball if none is given. */
export async function layOut(given) {
  const packed = given ? undefined : await scratchProject(await pack());
  const installed = given ?? packed.folder;
  const source = join(resolve(installed), "node_modules", "rethought");
  if (!existsSync(join(source, "package.json"))) throw new Error(`no node_modules/rethought in ${installed}`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "rethought-types-")));
  for (const name of readdirSync(here)) if (/\.ts$|^seeds$/.test(name)) cpSync(join(here, name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "scratch", private: true, type: "module" }));
  const inside = join(folder, "node_modules");
  // A copy, so that a mutant may be written into it; the others are only read.
  cpSync(source, join(inside, "rethought"), { recursive: true, dereference: true });
  for (const name of [...COMPARED, ...CLIENTS]) {
    if (!existsSync(join(modules, name))) throw new Error(`${name} is not installed: npm ci in ${dirname(modules)}`);
    mkdirSync(dirname(join(inside, name)), { recursive: true });
    symlinkSync(realpathSync(join(modules, name)), join(inside, name));
  }
  const tests = readdirSync(folder).filter((name) => name.endsWith(".test-d.ts")).sort();
  const projects = [];
  for (const [resolution, how] of Object.entries(RESOLUTIONS)) {
    for (const kind of ["own", "npm", "clients"]) {
      const files = tests.filter((name) => kindOf(name) === kind);
      const config = join(folder, `tsconfig.${resolution}.${kind}.json`);
      writeFileSync(config, JSON.stringify({ compilerOptions: { ...options(kind), ...how }, files }));
      projects.push({ resolution, kind, files, config });
    }
  }
  return { folder, tests, projects, remove: () => (packed?.remove(), rmSync(folder, { recursive: true, force: true })) };
}

function options(kind) {
  return {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: "es2022",
    types: kind === "clients" ? ["node"] : [],
    lib: kind === "own" ? ["es2022"] : ["es2022", "dom"],
    skipLibCheck: kind !== "own",
  };
}

/** Returns the file that tsify wrote, as the package ships it. */
export function generated(folder) {
  const shipped = join(folder, "node_modules", "rethought");
  const found = readdirSync(shipped, { recursive: true }).map(String).find((name) => /(^|[\\/])records[\\/]index\.d\.ts$/.test(name));
  if (!found) throw new Error("the package ships no records/index.d.ts");
  const path = join(shipped, found);
  return { path, text: readFileSync(path, "utf8") };
}

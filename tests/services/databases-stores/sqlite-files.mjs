// Opens two databases of SQLite in a folder, by a path and by an address, writes to them, and prints the permissions of all files: `node
// sqlite-files.mjs <kind> <folder>`.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { moduleOf } from "../../../scripts/load-package.mjs";

const { sqliteStore } = await moduleOf("stores/index.js");
const folder = process.argv[3];
process.umask(0o022);
for (const place of [join(folder, "a.db"), pathToFileURL(join(folder, "b.db"))]) await sqliteStore(place).setMany([["line-aa", "a line"]]);
console.log(JSON.stringify(Object.fromEntries(readdirSync(folder).sort().map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]))));

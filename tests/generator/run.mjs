// The generator: its places against CONTRIBUTING.md, what it refuses, and a copy of the checkout with one addition of each kind, compiled and tested.
//   node tests/generator/run.mjs [part of a file's name]
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { closeSuite } from "../closing.mjs";
import { runNodeTests } from "../node-tests.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const only = process.argv[2] ?? "";
await ensurePackages(tests);
closeSuite(runNodeTests(readdirSync(here).filter((name) => name.endsWith(".test.mjs") && name.includes(only)), { cwd: here }));

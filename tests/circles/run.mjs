// No files need each other in a circle: `node --test` over the files beside this one.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { closeSuite } from "../closing.mjs";
import { runNodeTests } from "../node-tests.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
await ensurePackages(tests);
closeSuite(runNodeTests(readdirSync(here).filter((name) => name.endsWith(".test.mjs")), { cwd: here }));

// The scripts that build, test and count, tested themselves: `node --test` over the files beside this one.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { closeSuite } from "../closing.mjs";
import { runNodeTests } from "../node-tests.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
closeSuite(runNodeTests(readdirSync(here).filter((name) => name.endsWith(".test.mjs")), { cwd: here }));

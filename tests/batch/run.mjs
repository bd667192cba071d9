// The filters of the command line: `node --test` over the files beside this one. `node tests/batch/run.mjs results lines` runs only those files.
// RETHOUGHT_LONG=1 has more conversations and a line of 100 MB.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { closeSuite } from "../closing.mjs";
import { runNodeTests } from "../node-tests.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2).filter(Boolean);
const files = readdirSync(here).filter((name) => name.endsWith(".test.mjs") && (!wanted.length || wanted.includes(name.replace(".test.mjs", ""))));
closeSuite(runNodeTests(files, { cwd: here }));

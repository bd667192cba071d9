// Tests the simulator against itself and against the facts. node tests/simulator/run.mjs [part of a name]; RETHOUGHT_TABLE=1 prints the result of
// each damage.
import { fileURLToPath } from "node:url";
import { build } from "../../scripts/build.mjs";
import { runSuite } from "../suite.mjs";

await build();
await runSuite([fileURLToPath(new URL("all.test.mjs", import.meta.url))], { only: process.argv[2] });

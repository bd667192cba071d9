// The guard against the simulator over loopback. node tests/guard/run.mjs [part of a name]; RETHOUGHT_LONG=1 tries every damage and a longer crowd.
import { build } from "../../scripts/build.mjs";
import { runSuite, testFiles } from "../suite.mjs";

await build();
await runSuite(testFiles(new URL("checks/", import.meta.url)), { only: process.argv[2], endsOpen: true });

// The guard against the simulator over loopback. node tests/guard/run.mjs [part of a name]; RETHOUGHT_LONG=1 tries every damage and a longer crowd.
import { build } from "../../scripts/build.mjs";
import { closeSuite, runChecks } from "../closing.mjs";

await build();
const FILES = ["loops", "damages", "blocked", "isolated", "continued", "aborts", "identity", "batches", "bodies", "untouched", "responses", "refusals", "failures", "told", "runtimes", "crowd", "outages"];
const only = process.argv[2] ?? "";
const all = [];
for (const file of FILES) all.push(...(await import(`./checks/${file}.mjs`)).checks);
closeSuite(await runChecks(all.filter(([name]) => name.includes(only))));
// Connections that fetch keeps open would keep the program alive.
process.exit();

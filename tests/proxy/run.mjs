// The proxy against the simulator over loopback. node tests/proxy/run.mjs [part of a name]; RETHOUGHT_LONG=1 adds the clients in other languages, and agents.
import { buildPage } from "../../scripts/www.mjs";
import { closeSuite, runChecks } from "../closing.mjs";

await buildPage();
const FILES = ["loops", "repairs", "converted", "aborts", "crowd", "stops", "sessions", "secrets", "hosts", "framing", "people", "bounds", ...(process.env.RETHOUGHT_LONG ? ["programs", "agents"] : [])];
const only = process.argv[2] ?? "";
const all = [];
for (const file of FILES) all.push(...(await import(`./checks/${file}.mjs`)).checks);
closeSuite(await runChecks(all.filter(([name]) => name.includes(only))));
// Connections that are kept open would keep the program alive.
process.exit();

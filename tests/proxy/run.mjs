// The proxy against the simulator over loopback. node tests/proxy/run.mjs [part of a name]; RETHOUGHT_LONG=1 adds the clients in other languages, and agents.
import { buildPage } from "../../scripts/www.mjs";
import { runSuite, testFiles } from "../suite.mjs";

const LONG = ["python-programs", "agents"];

await buildPage();
const files = testFiles(new URL("checks/", import.meta.url), (name) => process.env.RETHOUGHT_LONG || !LONG.includes(name));
await runSuite(files, { only: process.argv[2], endsOpen: true });

// Loops of clients that damage thoughts by themselves, with the guard or the proxy. node tests/services/python-other-clients/run.mjs [part of a name]
// The programs are not part of the checkout, and the clients are large: it runs with RETHOUGHT_LONG=1 if the programs exist.
import { build } from "../../../scripts/build.mjs";
import { runSuite, testFiles } from "../../suite.mjs";

await build();
await runSuite(testFiles(new URL(".", import.meta.url)), { only: process.argv[2], endsOpen: true });

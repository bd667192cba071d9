// The filters of the command line. `node tests/batch/run.mjs results lines` runs only those files. RETHOUGHT_LONG=1 has more conversations and a line of 100 MB.
import { runSuite, testFiles } from "../suite.mjs";

const wanted = process.argv.slice(2).filter(Boolean);
await runSuite(testFiles(new URL(".", import.meta.url), (name) => !wanted.length || wanted.includes(name)), { atOnce: true });

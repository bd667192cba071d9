// Tests of the scripts that build, test and count.
import { runSuite, testFiles } from "../suite.mjs";

await runSuite(testFiles(new URL(".", import.meta.url)), { only: process.argv[2], atOnce: true });

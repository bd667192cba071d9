// The filter on Apache Spark, in a cluster of two executors on this machine: node tests/services/java-spark/run.mjs [part of a name]. `npm run prove -- spark` runs it; npm test does not.
// RETHOUGHT_SPARK_LINES and RETHOUGHT_SPARK_RUNS make it shorter.
import { build } from "../../../scripts/build.mjs";
import { runSuite, testFiles } from "../../suite.mjs";

await build();
await runSuite(testFiles(new URL(".", import.meta.url)), { only: process.argv[2] });

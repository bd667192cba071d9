// The filter on Apache Spark, in a cluster of two executors on this machine: node tests/spark/run.mjs [part of a name]. `npm run prove -- spark` runs it; npm test does not.
// RETHOUGHT_SPARK_LINES and RETHOUGHT_SPARK_RUNS make it shorter.
import { closeSuite, runChecks } from "../closing.mjs";
import { checks } from "./checks.mjs";

const only = process.argv[2] ?? "";
closeSuite(await runChecks(checks.filter(([name]) => name.includes(only))));

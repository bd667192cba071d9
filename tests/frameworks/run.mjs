// Formats against the frameworks that own them: their own converters to providers beside ours, on generated conversations.
//   node tests/frameworks/run.mjs [part of a name]
import { fileURLToPath } from "node:url";
import { build } from "../../scripts/build.mjs";
import { ensurePackages } from "../../scripts/npm.mjs";
import { runSuite, testFiles } from "../suite.mjs";

await ensurePackages(fileURLToPath(new URL(".", import.meta.url)));
await build();
await runSuite(testFiles(new URL("checks/", import.meta.url)), { only: process.argv[2] });

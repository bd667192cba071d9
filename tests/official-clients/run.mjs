// Conversions against the official clients: their types, their schemas, their readers of streams, and their loops.
//   node tests/official-clients/run.mjs [part of a name, or ! and a part of those to leave out]      RETHOUGHT_LONG=1 takes every recording, as npm run prove does
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../../scripts/build.mjs";
import { sharePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { runSuite, testFiles } from "../suite.mjs";

// The clients are among those of the guard's tests, in the same versions.
await sharePackages(fileURLToPath(new URL(".", import.meta.url)), join(tests, "clients"));
await build();
await runSuite(testFiles(new URL("checks/", import.meta.url)), { only: process.argv[2] });

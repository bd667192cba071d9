// Guards in the clients of providers and in frameworks, against the simulator: loops of tools, damaged histories, what frameworks lose by themselves.
//   node tests/clients/run.mjs [part of a name [part of a client's name]]      RETHOUGHT_LONG=1 tries every damage, as npm run prove -- clients does
import { fileURLToPath } from "node:url";
import { build } from "../../scripts/build.mjs";
import { ensurePackages } from "../../scripts/npm.mjs";
import { runSuite, testFiles } from "../suite.mjs";

await ensurePackages(fileURLToPath(new URL(".", import.meta.url)));
await build();
// The tests run in separate processes, which do not have these arguments.
if (process.argv[3]) process.env.RETHOUGHT_CLIENT = process.argv[3];
await runSuite(testFiles(new URL("checks/", import.meta.url)), { only: process.argv[2], endsOpen: true });

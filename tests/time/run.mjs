// Compares tests/data/time/cases.json with Luxon, the oracle of src/model/time.
//
//   node tests/time/run.mjs [part of a name]   fails if Luxon's results differ from the file
//   node tests/time/run.mjs --write            writes Luxon's results
//
// A case is added by hand, with only its text (or fields, or number); --write adds the rest.
import { writeFileSync } from "node:fs";
import { ensurePackages } from "../../scripts/npm.mjs";
import { tests } from "../../scripts/paths.mjs";
import { runSuite, testFiles } from "../suite.mjs";

await ensurePackages(tests);
if (process.argv.includes("--write")) {
  const { after, file } = await import("./luxon.mjs");
  writeFileSync(file, after);
} else {
  await runSuite(testFiles(new URL(".", import.meta.url)), { only: process.argv[2] });
}

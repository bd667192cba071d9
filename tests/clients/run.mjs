// Conversions against the official clients: their types, their schemas, their readers of streams, and their loops.
//   node tests/clients/run.mjs [part of a name]      RETHOUGHT_LONG=1 takes every recording, as npm run prove does
import { fileURLToPath } from "node:url";
import { ensurePackages } from "../../scripts/npm.mjs";
import { closeSuite, printSkipped, Skipped } from "../closing.mjs";

await ensurePackages(fileURLToPath(new URL(".", import.meta.url)));
const modules = await Promise.all(["satisfies", "sent", "streams", "loops"].map((name) => import(`./checks/${name}.mjs`)));

const only = process.argv[2] ?? "";
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const [name, run] of modules.flatMap(({ checks }) => checks).filter(([name]) => name.includes(only))) {
  const start = Date.now();
  try {
    const note = await run();
    counts.passed++;
    console.log(`ok   ${name}${note ? `: ${note}` : ""} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (error instanceof Skipped) {
      counts.skipped++;
      printSkipped(name, error.message);
    } else {
      counts.failed++;
      console.log(`FAIL ${name}: ${error.message}`);
    }
  }
}
closeSuite(counts);

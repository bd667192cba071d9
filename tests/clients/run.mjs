// Conversions against the official clients: their types, their schemas, their readers of streams, and their loops.
//   node tests/clients/run.mjs [part of a name]      RETHOUGHT_LONG=1 takes every recording, as npm run prove does
import { fileURLToPath } from "node:url";
import { ensurePackages } from "../../scripts/npm.mjs";
import { closeSuite, runChecks } from "../closing.mjs";

await ensurePackages(fileURLToPath(new URL(".", import.meta.url)));
const modules = await Promise.all(["satisfies", "sent", "streams", "loops"].map((name) => import(`./checks/${name}.mjs`)));

const only = process.argv[2] ?? "";
closeSuite(await runChecks(modules.flatMap(({ checks }) => checks).filter(([name]) => name.includes(only))));

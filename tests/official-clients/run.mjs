// Conversions against the official clients: their types, their schemas, their readers of streams, and their loops.
//   node tests/official-clients/run.mjs [part of a name, or ! and a part of those to leave out]      RETHOUGHT_LONG=1 takes every recording, as npm run prove does
import { fileURLToPath } from "node:url";
import { ensurePackages } from "../../scripts/npm.mjs";
import { closeSuite, runChecks } from "../closing.mjs";

await ensurePackages(fileURLToPath(new URL(".", import.meta.url)));
const modules = await Promise.all(["satisfies", "sent", "schemas", "streams", "cuts", "cut-proxied", "loops"].map((name) => import(`./checks/${name}.mjs`)));

const only = process.argv[2] ?? "";
const isWanted = (name) => (only.startsWith("!") ? !name.includes(only.slice(1)) : name.includes(only));
closeSuite(await runChecks(modules.flatMap(({ checks }) => checks).filter(([name]) => isWanted(name))));

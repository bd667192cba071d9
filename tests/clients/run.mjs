// Guards in the clients of providers and in frameworks, against the simulator: loops of tools, damaged histories, what frameworks lose by themselves.
//   node tests/clients/run.mjs [part of a name [part of a client's name]]      RETHOUGHT_LONG=1 tries every damage, as npm run prove -- clients does
import { fileURLToPath } from "node:url";
import { build } from "../../scripts/build.mjs";
import { ensurePackages } from "../../scripts/npm.mjs";
import { closeSuite, runChecks } from "../closing.mjs";

await ensurePackages(fileURLToPath(new URL(".", import.meta.url)));
await build();
const modules = await Promise.all(["loops", "damages", "refused", "others", "corruptions", "switches", "typed", "recipes"].map((name) => import(`./checks/${name}.mjs`)));

const only = process.argv[2] ?? "";
closeSuite(await runChecks(modules.flatMap(({ checks }) => checks).filter(([name]) => name.includes(only))));
// Connections that clients keep open would keep the program alive.
process.exit();

// Routes of Next.js, built and served: the Node runtime and the edge runtime, by webpack and by Turbopack. All but the first are part of `npm run prove`.
import { rmSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { run } from "../../scripts/command.mjs";
import { ensurePackages } from "../../scripts/npm.mjs";
import { here, installedProjects } from "./projects.mjs";
import { answersAudit, withServer } from "./server.mjs";

const isLong = process.env.RETHOUGHT_LONG === "1";
const env = { NEXT_TELEMETRY_DISABLED: "1" };
const CASES = [
  // Next 16 cannot build an edge route by webpack.
  { name: "Next 16, webpack", flag: "--webpack", suite: here, routes: ["node"], isShort: true },
  { name: "Next 16, Turbopack", flag: "--turbopack", suite: here, routes: ["node", "edge"] },
  { name: "Next 15, webpack", suite: join(here, "next-15"), routes: ["node", "edge"] },
  { name: "Next 15, Turbopack", flag: "--turbopack", suite: join(here, "next-15"), routes: ["node", "edge"] },
];

for (const { name, flag, suite, routes, isShort } of CASES) {
  test(`${name}: ${routes.join(" and ")}`, { skip: !isLong && !isShort && "it is in npm run prove -- bundlers" }, async () => {
    await ensurePackages(suite);
    const slug = name.replace(/\W+/g, "-").toLowerCase();
    const project = join(await installedProjects(slug, suite), "next");
    if (!routes.includes("edge")) rmSync(join(project, "app", "api", "edge"), { recursive: true });
    const next = join(suite, "node_modules", "next", "dist", "bin", "next");
    await run(process.execPath, [next, "build", ...(flag ? [flag] : [])], { cwd: project, log: `bundlers-${slug}`, env });
    const isReady = (line) => /https?:\/\/localhost:(\d+)/.exec(line)?.[1];
    await withServer([next, "start", "--port", "0"], { cwd: project, env: { ...process.env, ...env }, isReady }, async (port) => {
      for (const route of routes) await answersAudit(`http://localhost:${port}/api/${route}`);
    });
  });
}

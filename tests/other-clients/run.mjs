// Loops of clients that damage thoughts by themselves, with the guard or the proxy: every loop ends well, or a report says what was refused or lost.
// node tests/other-clients/run.mjs [part of a name]. The programs are no part of the checkout, and the clients are large: it runs with RETHOUGHT_LONG=1 where the programs are.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "../../scripts/build.mjs";
import { shared } from "../../scripts/paths.mjs";
import { closeSuite, runChecks, Skipped } from "../closing.mjs";
import { ok } from "../simulator/checks/ask.mjs";

const programs = join(shared, "suites", "clients");
const { node, python } = JSON.parse(readFileSync(new URL("packages.json", import.meta.url), "utf8"));

/** Counts the loops by how they ended. A loop that is silent is a failure, and so is one in which the guard itself failed. */
function countsOf(loops) {
  ok(loops.length > 0, "no loop ran");
  const faults = loops.filter(({ kind, errors }) => kind === "silent" || errors.length);
  ok(!faults.length, faults.map(({ name, variant = "", kind, why, errors }) => `${name} ${variant}: ${kind}, ${[...why, ...errors].join()}`).join("\n     "));
  const reported = loops.filter(({ kind }) => kind === "reported").map(({ name, variant = "", why, rules }) => `\n     ${name} ${variant}: ${why.join()}; reported: ${rules.join()}`);
  const unasked = loops.filter(({ calls }) => !calls).length;
  return `${loops.length} loops, ${loops.filter(({ repairs }) => repairs).length} repaired, ${reported.length} only reported${unasked ? `, ${unasked} without a call` : ""}${reported.join("")}`;
}

async function checked(loopsOf) {
  if (!process.env.RETHOUGHT_LONG) throw new Skipped("it runs in npm run prove");
  if (!existsSync(programs)) throw new Skipped("the programs of the clients are not there");
  await build();
  return countsOf(await loopsOf());
}

const checks = [
  ...Object.entries(node).map(([name, packages]) => [`${name} in JavaScript`, () => checked(async () => (await import("./node-clients.mjs")).nodeLoops(name, packages, join(programs, "js")))]),
  ...Object.entries(python).flatMap(([group, { clients, packages }]) =>
    clients.map((name) => [`${name} in Python`, () => checked(async () => (await import("./python-clients.mjs")).pythonLoops(name, group, packages, join(programs, "python")))]),
  ),
];
const only = process.argv[2] ?? "";
closeSuite(await runChecks(checks.filter(([name]) => name.includes(only))));
process.exit();

// Loops of clients that damage thoughts by themselves, with the guard or the proxy: every loop ends well, or a report names the refusal or the loss.
import { ok } from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { shared } from "../../../scripts/paths.mjs";
import { Skip, test } from "../../skip.mjs";

const programs = join(shared, "suites", "clients");
const { node, python } = JSON.parse(readFileSync(new URL("packages.json", import.meta.url), "utf8"));

/** Counts the loops by their ends. A silent loop is a failure, and so is one in which the guard itself failed. */
function countsOf(loops) {
  ok(loops.length > 0, "no loop ran");
  const faults = loops.filter(({ kind, errors }) => kind === "silent" || errors.length);
  ok(!faults.length, faults.map(({ name, variant = "", kind, why, errors }) => `${name} ${variant}: ${kind}, ${[...why, ...errors].join()}`).join("\n     "));
  const reported = loops.filter(({ kind }) => kind === "reported").map(({ name, variant = "", why, rules }) => `\n     ${name} ${variant}: ${why.join()}; reported: ${rules.join()}`);
  const unasked = loops.filter(({ calls }) => !calls).length;
  return `${loops.length} loops, ${loops.filter(({ repairs }) => repairs).length} repaired, ${reported.length} only reported${unasked ? `, ${unasked} without a call` : ""}${reported.join("")}`;
}

async function checked(loopsOf) {
  if (!process.env.RETHOUGHT_LONG) throw new Skip("it runs in npm run prove");
  if (!existsSync(programs)) throw new Skip("the programs of the clients are not there");
  return countsOf(await loopsOf());
}

for (const [name, packages] of Object.entries(node)) {
  test(`${name} in JavaScript`, async (t) => t.diagnostic(await checked(async () => (await import("./node-clients.mjs")).nodeLoops(name, packages, join(programs, "js")))));
}

for (const [group, { clients, packages }] of Object.entries(python)) {
  for (const name of clients) {
    test(`${name} in Python`, async (t) => t.diagnostic(await checked(async () => (await import("./python-clients.mjs")).pythonLoops(name, group, packages, join(programs, "python")))));
  }
}

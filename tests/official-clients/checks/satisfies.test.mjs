// Every converted request is a literal that satisfies the type of the official client. A member that the type does not have is an error there.
import test from "node:test";
import { own, recorded } from "../converted.mjs";
import { hasCorpus } from "../corpus.mjs";
import { FULL } from "../full.mjs";
import { GAPS, withoutGaps } from "../gaps.mjs";
import { compile, LiteralFile } from "../literals.mjs";
import { SDKS } from "../sdks.mjs";

const SHOWN = 8;

const gapsOf = ({ name }) => GAPS.filter(({ client }) => client === name);

/** Compiles conversions. With `isTight`, every row of the gaps must be needed. */
function satisfied(conversions, isTight = true) {
  const files = new Map(SDKS.map((sdk) => [sdk.name, new LiteralFile(sdk)]));
  const probed = new Set();
  for (const { sdk, to, name, body } of conversions) {
    const gaps = gapsOf(sdk);
    const { body: known, used } = withoutGaps(body, gaps);
    files.get(sdk.name).add(name, sdk.params(known, to));
    for (const row of [...used].filter((row) => isTight && !probed.has(row))) {
      probed.add(row);
      files.get(sdk.name).add(`${name}, for the gap at ${row.at}`, sdk.params(withoutGaps(body, gaps.filter((one) => one !== row)).body, to), true);
    }
  }
  const idle = isTight ? GAPS.filter((row) => !probed.has(row)) : [];
  if (idle.length) throw new Error(`no request needs ${idle.map(({ client, at, lacks }) => `${client} ${at} ${lacks ?? ""}`).join("; ")}`);
  return told(files);
}

function told(files) {
  const faults = compile(files);
  const lines = faults.slice(0, SHOWN).map(({ client, literal, said }) => `${client}, ${literal}: ${said.slice(0, 300)}`);
  if (faults.length) throw new Error(`${faults.length} faults:\n    ${lines.join("\n    ")}`);
  return [...files].map(([name, file]) => `${name} ${file.count}`).join(", ");
}

test("requests of our own making satisfy the types of the clients", (t) => t.diagnostic(satisfied(own())));

test("recorded requests satisfy the types of the clients", (t) => {
  if (!hasCorpus) return t.skip("../shared/corpus is not here");
  t.diagnostic(satisfied(recorded(), false));
});

test("the full requests are what their own clients take, so that nothing in them is made up", (t) => {
  const files = new Map(SDKS.map((sdk) => [sdk.name, new LiteralFile(sdk)]));
  for (const [name, from, body] of FULL) {
    const sdk = SDKS.find(({ targets }) => targets[0].wire === from.wire && from.host === targets[0].host);
    if (!sdk) continue;
    files.get(sdk.name).add(name, sdk.params(withoutGaps(body, gapsOf(sdk)).body, from));
  }
  t.diagnostic(told(files));
});

test("a member that no type has does not compile", () => {
  const files = new Map(SDKS.map((sdk) => [sdk.name, new LiteralFile(sdk)]));
  for (const sdk of SDKS) {
    const [, from, body] = FULL.find(([, { wire }]) => wire === sdk.targets[0].wire);
    files.get(sdk.name).add(sdk.name, { ...sdk.params(withoutGaps(body, gapsOf(sdk)).body, from), rethought: 1 });
  }
  const faults = compile(files);
  if (faults.length !== SDKS.length || faults.some(({ said }) => !said.includes("rethought"))) throw new Error(JSON.stringify(faults));
});

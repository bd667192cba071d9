// Every converted request matches the schemas that the vendor publishes: in its Python package, and in the OpenAPI document of its repository if a
// folder has it.
import { test } from "../../skip.mjs";
import { own, recorded } from "../converted.mjs";
import { hasCorpus } from "../corpus.mjs";
import { FULL } from "../full.mjs";
import { withoutGaps } from "../gaps.mjs";
import { SCHEMA_GAPS } from "../schemas/gaps.mjs";
import { pythonOfSchemas } from "../schemas/install.mjs";
import { Judge } from "../schemas/judge.mjs";
import { isOpen, places, withMember } from "../schemas/places.mjs";
import { SCHEMAS } from "../schemas/rows.mjs";
import { SDKS } from "../sdks.mjs";

const SHOWN = 12;
/** A folder with the documents that no registry has; README.md beside the schemas describes it. */
const DOCUMENTS = process.env.RETHOUGHT_DOCUMENTS;

let waiting;

/** One process judges everything, since making the schemas takes longer than using them. */
function verdict() {
  waiting ??= pythonOfSchemas().then(async (python) => {
    const judge = new Judge(python, DOCUMENTS);
    const trials = { own: await ask(judge, own()), recorded: hasCorpus ? await ask(judge, recorded()) : undefined, strange: await askStrange(judge) };
    return { ...trials, faults: await judge.close() };
  });
  return waiting;
}

/** Returns the schemas of a client, each with its gaps. */
const schemasOf = (sdk) => SCHEMAS[sdk.name].filter(({ isDocument }) => !isDocument || DOCUMENTS).map((row) => ({ ...row, gaps: SCHEMA_GAPS.filter(({ schema }) => schema === row.schema) }));

/** Judges conversions, and the first that needs a row of the gaps without it. */
async function ask(judge, conversions) {
  const [asked, probes, counts] = [[], new Map(), new Map()];
  for (const { sdk, to, name, body } of conversions) {
    for (const { schema, spell, gaps } of schemasOf(sdk)) {
      const { body: known, used } = withoutGaps(body, gaps);
      asked.push({ id: await judge.ask(schema, spell(known, to)), schema, name });
      counts.set(schema, (counts.get(schema) ?? 0) + 1);
      for (const row of [...used].filter((row) => !probes.has(row))) {
        const rest = withoutGaps(body, gaps.filter((one) => one !== row)).body;
        probes.set(row, await judge.ask(schema, spell(rest, to)));
      }
    }
  }
  return { asked, probes, counts };
}

/** Reports the faults by kind. With `isTight`, every row of the gaps must be needed. */
function tell({ faults, ...trials }, trial, isTight) {
  const { asked, probes, counts } = trials[trial];
  const kinds = new Map();
  for (const { id, schema, name } of asked) {
    for (const [place, said] of faults.get(id) ?? []) {
      const kind = `${schema}, ${place.replace(/\d+/g, "*")}: ${said.replace(/\[\d+\]/g, "[*]").slice(0, 200)}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
    }
  }
  const idle = SCHEMA_GAPS.filter((row) => isTight && counts.has(row.schema) && !faults.has(probes.get(row)));
  const lines = [...kinds].map(([kind, names]) => `${names.length} × ${kind}, e.g. ${names[0]}`);
  lines.push(...idle.map(({ schema, at, lacks, knows }) => `${schema} does not need the gap at ${at} ${lacks ?? knows ?? ""}`));
  if (lines.length) throw new Error(`${lines.length} kinds of faults:\n    ${lines.slice(0, SHOWN).join("\n    ")}`);
  return [...counts].map(([schema, count]) => `${schema} ${count}`).join(", ");
}

/** Adds an unknown member to every object of the full requests, one at a time. A schema that accepts it there would accept everything. */
async function askStrange(judge) {
  const asked = [];
  for (const sdk of SDKS) {
    for (const [, from, body] of FULL.filter(([, { wire, host }]) => sdk.targets.some((to) => to.wire === wire && to.host === host))) {
      for (const { schema, spell, gaps } of schemasOf(sdk)) {
        const { body: known } = withoutGaps(body, gaps);
        const closed = [...places(known)].filter((place) => !isOpen(schema, place));
        for (const place of closed) asked.push({ id: await judge.ask(schema, spell(withMember(known, place), from)), schema, place });
      }
    }
  }
  return { asked };
}

function tellTaken({ strange: { asked }, faults }) {
  const taken = new Set(asked.filter(({ id }) => !faults.has(id)).map(({ schema, place }) => `${schema} at ${place.map((step) => (/^\d+$/.test(step) ? "*" : step)).join("/")}`));
  if (taken.size) throw new Error(`taken by ${taken.size}:\n    ${[...taken].slice(0, SHOWN).join("\n    ")}`);
  const silent = Object.values(SCHEMAS).flat().filter(({ schema, isDocument }) => (DOCUMENTS || !isDocument) && !asked.some((one) => one.schema === schema));
  if (silent.length) throw new Error(`nothing was asked of ${silent.map(({ schema }) => schema).join(", ")}`);
  return `${asked.length} members`;
}

test("requests of our own making fit the published schemas", async (t) => t.diagnostic(tell(await verdict(), "own", true)));

test("recorded requests fit the published schemas", async (t) => {
  if (!hasCorpus) return t.skip("../shared/corpus is not here");
  t.diagnostic(tell(await verdict(), "recorded", false));
});

test("a member that no published schema has does not fit, wherever it stands", async (t) => t.diagnostic(tellTaken(await verdict())));

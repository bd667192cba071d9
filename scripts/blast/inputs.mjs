// The requests and exchanges for comparing two versions: the cases of the rules, the simulator's conversations, and recorded traffic if it is
// available.
import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { data, root, target } from "../paths.mjs";

const CORPUS = join(root, "..", "shared", "corpus");
const SIMULATED = join(target, "simulated.ndjson");

/** Lists the available and the missing sources. */
export function sources() {
  return [
    { name: "cases of the rules", is: true },
    { name: "simulated conversations", is: existsSync(SIMULATED) },
    { name: "recorded traffic", is: existsSync(CORPUS) },
  ];
}

/** Yields each input as `{ id, group?, target, request?, response?, stream?, emitted?, models? }`, always in the same order. */
export async function* inputs() {
  yield* cases();
  if (existsSync(SIMULATED)) yield* simulated();
  if (existsSync(CORPUS)) yield* recorded();
}

function* cases() {
  const folder = join(data, "rules");
  for (const rule of readdirSync(folder).sort()) {
    for (const file of readdirSync(join(folder, rule)).filter((name) => /^(bad|good)-.*(?<!\.fixed)\.json$/.test(name)).sort()) {
      const { target, emitted, models } = JSON.parse(readFileSync(join(folder, rule, file), "utf8"));
      yield { id: `rules/${rule}/${file}`, target, emitted, models, case: readFileSync(join(folder, rule, file), "utf8") };
    }
  }
}

async function* simulated() {
  let number = 0;
  for await (const line of lines(createReadStream(SIMULATED))) {
    const { target, request } = JSON.parse(line);
    yield { id: `simulated/${number++}`, target: targetOf(target), request };
  }
}

async function* recorded() {
  for (const file of readdirSync(CORPUS).filter((name) => name.endsWith(".ndjson.gz")).sort()) {
    for await (const line of lines(createReadStream(join(CORPUS, file)).pipe(createGunzip()))) {
      const { id, meta, request, response, sse } = JSON.parse(line);
      yield { id, group: meta.group, target: targetOf(meta), request, response, stream: sse };
    }
  }
}

/** Keeps the members that a target may have. Recordings have other names for wires: there the address identifies the wire. */
function targetOf({ wire, url, ...rest }) {
  const members = { ...(url ? { url } : { wire }), ...rest };
  return Object.fromEntries(MEMBERS.filter((name) => members[name] != null).map((name) => [name, members[name]]));
}

const MEMBERS = ["wire", "url", "host", "model", "account", "era", "enforced", "betas"];

const lines = (input) => createInterface({ input, crlfDelay: Infinity });

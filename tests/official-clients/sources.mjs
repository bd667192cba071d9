// Our own requests: the cases of the codecs, requests of the simulator's clients, and one for each wire that uses everything.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { data } from "../../scripts/paths.mjs";
import { converse, KINDS } from "../simulator/converse.mjs";
import { FULL, ODD } from "./full.mjs";

/** Seeds of the simulator for each of its vendors. */
const SEEDS = 2;

/** Yields every request: its name, its target, and its text. */
export function* requests() {
  for (const [name, from, body] of [...FULL, ...ODD]) yield { name, from, text: JSON.stringify(body) };
  yield* cases();
  for (const kind of KINDS) for (let seed = 0; seed < SEEDS; seed++) yield* simulated(kind, seed);
}

/** Returns true if a request does not refer to state of the provider: such a request has no conversation in it. */
const isWhole = (text) => !/"(previous_response_id|previous_interaction_id|thread)"/.test(text);

function* cases() {
  const folder = join(data, "codecs");
  for (const wire of readdirSync(folder).filter((name) => !name.includes("."))) {
    for (const name of readdirSync(join(folder, wire)).filter((name) => !name.startsWith("malformed"))) {
      const path = join(folder, wire, name, "next.json");
      const text = existsSync(path) && readFileSync(path, "utf8");
      if (text && isWhole(text)) yield { name: `${wire}/${name}`, from: { wire }, text };
    }
  }
}

function* simulated(kind, seed) {
  const { steps } = converse(kind, seed);
  const { requestText: text, target } = steps.at(-1);
  const { wire, host, model } = target;
  if (isWhole(text)) yield { name: `simulator ${kind} ${seed}`, from: { wire, host, model }, text };
}

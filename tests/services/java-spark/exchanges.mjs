// Exchanges of the simulator, as lines for the filter: damaged and whole ones, repeated to make enough, each with a unique id.
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { converse, KINDS } from "../../simulator/converse.mjs";
import { damagedOnes } from "../../simulator/damage.mjs";

/** The number of exchanges that differ in more than the id. */
const DIFFERENT = 20_000;

/** Writes this many lines to a file. */
export async function writeExchanges(file, count) {
  const bodies = [];
  for (const body of bodiesOf()) {
    bodies.push(body);
    if (bodies.length >= Math.min(count, DIFFERENT)) break;
  }
  const out = createWriteStream(file);
  for (let nth = 0; nth < count; nth++) if (!out.write(`{"id":"exchange-${nth}",${bodies[nth % bodies.length]}\n`)) await once(out, "drain");
  out.end();
  await once(out, "finish");
}

function* bodiesOf() {
  for (const { kind, seed, steps } of damagedOnes()) {
    yield bodyOf(steps.at(-1));
    for (const step of converse(KINDS.includes(kind) ? kind : KINDS[seed % KINDS.length], seed).steps) yield bodyOf(step);
  }
}

/** Returns an exchange without its first bracket and without an id. */
function bodyOf({ target: { host, model }, path, requestText: request, responseText, stream, status }) {
  return JSON.stringify({ url: `https://${host}${path}`, model, status, request, ...(stream ? { stream } : { response: responseText }) }).slice(1);
}

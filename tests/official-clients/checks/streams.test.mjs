// The official clients read converted streams of every other wire, with the same result as the converted body.
import test from "node:test";
import { isDeepStrictEqual } from "node:util";
import { loadPackage } from "../../../scripts/load-package.mjs";
import { randomOf } from "../../random.mjs";
import { hasCorpus } from "../corpus.mjs";
import { unordered } from "../outlines.mjs";
import { READERS } from "../readers.mjs";
import { AT_ODDS, ownStreams, recordedStreams } from "../streams.mjs";

const { convertResponse, StreamConverter } = await loadPackage();
const STEP = process.env.RETHOUGHT_LONG ? 1 : 20;
const SHOWN = 10;

/** The streams whose end contradicts their pieces, and whether a reader detected it. */
const atOdds = new Map();

async function readAll(reader, streams) {
  const faults = new Map();
  const wires = new Set();
  let count = 0;
  for (const { name, from, bytes } of streams) {
    if (from.wire === reader.to.wire) continue;
    const random = randomOf(count++);
    wires.add(from.wire);
    const fault = await faultOf(reader, from, bytes, random).catch((error) => `${error.name}: ${error.message}`);
    if (AT_ODDS[name]) atOdds.set(name, Boolean(fault) || atOdds.get(name));
    else if (fault) faults.set(fault, [...(faults.get(fault) ?? []), name]);
  }
  const lines = [...faults].slice(0, SHOWN).map(([fault, names]) => `${names.length} × ${fault.slice(0, 600)}, e.g. ${names[0]}`);
  const sum = [...faults.values()].reduce((sum, names) => sum + names.length, 0);
  if (faults.size) throw new Error(`${sum} of ${count} differ:\n    ${lines.join("\n    ")}`);
  return `${count} streams of ${wires.size} wires`;
}

/** Returns the fault of a stream: the client throws, or its result differs from the converted body. */
async function faultOf({ to, stream, whole, outline }, from, bytes, random) {
  const { made, body, ended, error } = withOneTime(() => convertBoth(from, to, cut(bytes, random)));
  const reading = stream(async () => replied(cut(made, random), to));
  if (error) return reading.then(() => "the stream has an error in it, and the client throws none", () => undefined);
  if (!ended) return reading.then(() => undefined, () => undefined);
  const outlined = UNORDERED.includes(from.wire) ? (reply) => unordered(outline(reply)) : outline;
  const streamed = outlined(await reading);
  const read = outlined(await whole(async () => new Response(body, { headers: { "content-type": "application/json" } })));
  if (isDeepStrictEqual(streamed, read)) return undefined;
  const [one, other] = [streamed, read].map((said) => JSON.stringify(said));
  const at = [...one].findIndex((letter, nth) => letter !== other[nth]);
  return `the stream says ${one.slice(Math.max(0, at - 40), at + 60)} and the body ${other.slice(Math.max(0, at - 40), at + 60)}`;
}

/** Members of a message have no order: a stream sends them as they arrive, a body one after the other. */
const UNORDERED = ["openai-chat", "openrouter-chat", "ollama-chat"];

/** Converts a stream as it arrives, and its body as a whole. */
function convertBoth(from, to, pieces) {
  const converter = new StreamConverter({ from, to });
  const made = pieces.map((piece) => converter.push(piece));
  const { rest, body, ended, error } = converter.finish();
  return { made: Buffer.concat([...made, rest]), body: ended && convertResponse(body, { from, to }).response, ended, error };
}

/** Generated ids depend on the time. */
function withOneTime(run) {
  const { now } = Date;
  const time = now();
  Date.now = () => time;
  try {
    return run();
  } finally {
    Date.now = now;
  }
}

/** Returns bytes in random pieces, also within characters. */
function cut(bytes, random) {
  const pieces = [];
  for (let at = 0; at < bytes.length; ) pieces.push(bytes.subarray(at, (at += 1 + random.below(200))));
  return pieces;
}

function replied(pieces, { wire }) {
  const type = wire === "ollama-chat" ? "application/x-ndjson" : "text/event-stream";
  return new Response(new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  }), { headers: { "content-type": type } });
}

for (const [name, reader] of Object.entries(READERS)) {
  test(`${name} reads streams of our own making from every other wire`, async (t) => t.diagnostic(await readAll(reader, ownStreams())));

  test(`${name} reads recorded streams of every other wire`, async (t) => {
    if (!hasCorpus) return t.skip("../shared/corpus is not here");
    t.diagnostic(await readAll(reader, recordedStreams(STEP)));
  });
}

test("streams whose end is at odds with their pieces are still so", () => {
  const idle = Object.keys(AT_ODDS).filter((name) => atOdds.has(name) && !atOdds.get(name));
  if (idle.length) throw new Error(`every client reads ${idle.join(", ")} as its body`);
});

// Streams of every wire: the cases of the codecs, answers of the simulator's vendors, and the recordings.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { data } from "../../scripts/paths.mjs";
import { converse, KINDS } from "../simulator/converse.mjs";
import { framesOf } from "../simulator/vendors/bedrock/stream.mjs";
import { exchanges } from "./corpus.mjs";

const SEEDS = process.env.RETHOUGHT_LONG ? 12 : 4;
/** Streams that do not reach their end, by their names. */
const BROKEN = /cut|error|fails|half|hops|malformed/;

/** Streams whose end contradicts their pieces, so that the conversion of the pieces cannot equal that of the body. */
export const AT_ODDS = {
  "bedrock-converse/streamed-in-lines": "the arguments of a call are cut, of which each client makes something else",
  "openai-chat/snapshots-in-place-of-pieces": "the second piece repeats the first, which only then proves to be a snapshot",
  "openai-responses/items-only-at-the-end-of-a-stream": "the end leaves out a piece, and has a message that never came",
  "openai-responses/stream-that-closes-with-no-output": "the end of an item has a summary more than came",
  "openai-responses/streamed-with-phase-status-and-odd-arguments": "the end of items has texts that never came",
  "openai-responses/genai-10ece9520419": "recorded: the end of an item has other words than its pieces",
  "openai-responses/genai-91875f61fe32": "recorded: the end of an item has other words than its pieces",
  "together-chat/genai-b93c5220e102": "recorded: the model wrote arguments that are not JSON, of which each client makes something else",
  "together-chat/genai-e46cf8df604c": "recorded: the model wrote arguments that are not JSON, of which each client makes something else",
  "together-chat/genai-f3001fd3661d": "recorded: the model wrote arguments that are not JSON, of which each client makes something else",
  "openai-responses/rig-b0e887c8d52c": "recorded: the answer was cut inside the arguments of a call, of which each client makes something else",
};

export function* ownStreams() {
  yield* cases();
  for (const kind of KINDS) yield* simulated(kind);
}

function* cases() {
  const folder = join(data, "codecs");
  for (const wire of readdirSync(folder).filter((name) => !name.includes("."))) {
    for (const name of readdirSync(join(folder, wire)).filter((name) => !BROKEN.test(name))) {
      const path = ["in.sse", "in.ndjson", "in.array", "in.frames"].map((file) => join(folder, wire, name, file)).find(existsSync);
      if (path) yield { name: `${wire}/${name}`, from: { wire }, bytes: readFileSync(path) };
    }
  }
}

function* simulated(kind) {
  for (let seed = 0; seed < SEEDS; seed++) {
    for (const [nth, { stream, target: { wire, host, model } }] of converse(kind, seed).steps.entries()) {
      if (stream) yield { name: `simulator ${kind} ${seed} ${nth}`, from: { wire, host, model }, bytes: wire === "bedrock-converse" ? framesOf(stream) : Buffer.from(stream) };
    }
  }
}

export function* recordedStreams(step) {
  for (const { id, target, sse, ndjson, events, eventstream_base64: frames } of exchanges(step)) {
    const text = [sse, ndjson, events].find((one) => typeof one === "string" && one !== "" && one !== "null");
    const bytes = typeof frames === "string" && frames ? Buffer.from(frames, "base64") : text && Buffer.from(text);
    if (bytes) yield { name: id, from: target, bytes };
  }
}

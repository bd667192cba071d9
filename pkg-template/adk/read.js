// Reads the thoughts of any body: a request of a wire, or messages of a framework. The core reads them and finds their issuers.
import * as glue from "../wasm/glue.js";
import { rowsFor } from "../audit/audit.js";
import { bytesOfTarget, targetOf } from "../exchange/target.js";
import { Turn } from "../exchange/turn.js";
import { bodyOf, bytesOfSource, textOf } from "../text/input.js";
import { guarded } from "../wasm/recover.js";
import { readTime, Thought } from "../thought/thought.js";

const bodyHash = guarded(glue.bodyHash);
const findThoughts = guarded(glue.findThoughts);

export function readThoughts(source, from, options) {
  if (Turn.origin(source)) return source.thoughts;
  const target = targetOf(from);
  const bytes = bytesOfSource(bodyOf(source, "source", target.wire).source);
  const time = readTime(options?.createdAt ?? Date.now());
  const found = JSON.parse(textOf(findThoughts(bytes, bytesOfTarget(target), rowsFor())));
  const name = bodyHash(bytes);
  return found.map(({ pointer, kind, ...thought }, nth) => thoughtOf({ ...thought, id: `${name}#${String(nth).padStart(4, "0")}`, createdAt: time, updatedAt: time }, kind)).filter(Boolean);
}

/** Returns a thought, or nothing if it has no text and nothing to send back. */
function thoughtOf({ payload, ...thought }, kind) {
  if (payload === undefined && thought.content === "") return undefined;
  return new Thought(payload === undefined ? thought : { ...thought, payload: { ...payload, kind } });
}

// The codecs: detect the wire of a body, read it, and send a turn back.
import * as glue from "../wasm/glue.js";
import { IncompleteError, InputError } from "../errors/index.js";
import { optionsFrom } from "../text/options.js";
import { guarded } from "../wasm/recover.js";
import { bodyOf, bytesOfSource, textOf } from "../text/input.js";
import { spliced } from "../text/splice.js";
import { placed } from "../adk/place.js";
import { isThoughtLike } from "../thought/kept.js";
import { Received } from "./received.js";
import { addressOf, returnTarget, bytesOfTarget, targetOf } from "./target.js";
import { History, Turn } from "./turn.js";

const decodeOnce = guarded(glue.decode);
const detectOnce = guarded(glue.detect);
const readHistoryOnce = guarded(glue.readHistory);
const replayOnce = guarded(glue.replay);

export function detect(body, hint) {
  const found = detectOnce(bodyOf(body).source, addressOf(hint));
  return found && JSON.parse(textOf(found));
}

export function decode(body, target) {
  const where = targetOf(target);
  const { source } = bodyOf(body, "body", where.wire);
  return turnOf(bytesOfSource(source), source, where, []);
}

/** Returns the turn of a body. Pointers of `unfinished` name what a stream began and did not end. */
export function turnOf(bytes, body, target, unfinished) {
  const received = new Received(bytes, body);
  return new Turn(received, decodeOnce(received.bytes, bytesOfTarget(target), unfinished.join("\n")), target, unfinished);
}

export function readRequest(body, target) {
  const where = targetOf(target);
  const { source } = bodyOf(body, "body", where.wire);
  const received = new Received(bytesOfSource(source), source);
  return new History(received, readHistoryOnce(received.bytes, bytesOfTarget(where)));
}

export function replay(request, turn, target, options) {
  return planReplay(request, turn, target, options).request;
}

export function planReplay(request, turn, target, options) {
  if (isThoughtLike(turn)) return replayThought(request, turn, target);
  const origin = Turn.origin(turn);
  const where = returnTarget(origin?.target, target);
  const { source, back } = bodyOf(request, "request", where.wire);
  const { allowIncomplete } = optionsFrom(options, ["allowIncomplete"]);
  const [cut] = origin && !allowIncomplete ? turn.unfinished : [];
  if (cut !== undefined) throw new IncompleteError(`the stream ended inside the part at "${cut}": a provider may refuse it`, { code: "E_INCOMPLETE", pointer: cut });
  const half = origin && !allowIncomplete ? turn.continuation : undefined;
  if (half?.required && half.token !== undefined)
    throw new IncompleteError("this is half of an answer: send the same request with its token, and replay all hops as one answer", { code: "E_INCOMPLETE", pointer: half.pointer });
  const answer = origin?.bytes ?? bytesOfSource(bodyOf(turn, "turn", where.wire).source, "turn");
  const [places, text, size, notes] = replayOnce(source, answer, bytesOfTarget(where));
  return { request: back(spliced(source, places, text, size)), notes: JSON.parse(textOf(notes)) };
}

/** Puts a single thought into the answer that it is from. Throws if that is impossible: the thought must not become anything else. */
function replayThought(request, thought, target) {
  const { request: whole, plan } = placed(request, [thought], target, { isReplay: true });
  const [{ fate, reason }] = plan;
  if (!["verbatim", "routed"].includes(fate)) throw new InputError(`the thought cannot be written into the request: ${reason}`, { code: "E_INPUT", pointer: "/turn" });
  return { request: whole, notes: [] };
}

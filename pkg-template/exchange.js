// The codecs: what a body is, what is in it, and how a turn goes back.
import * as glue from "./glue.js";
import { IncompleteError } from "./errors.js";
import { bytesOf, likeInput, textOf } from "./input.js";
import { Received } from "./received.js";
import { guarded } from "./recover.js";
import { spliced } from "./splice.js";
import { addressOf, aimed, bytesOfTarget, targetOf } from "./target.js";
import { History, Turn } from "./turn.js";

const wasm = Object.fromEntries(["decode", "detect", "readHistory", "replay"].map((name) => [name, guarded(glue[name])]));

export function detect(body, hint) {
  const found = wasm.detect(bytesOf(body), addressOf(hint));
  return found && JSON.parse(textOf(found));
}

export function decode(body, target) {
  return turnOf(bytesOf(body), body, targetOf(target), []);
}

/** The turn of a body; pointers of `unfinished` name what a stream had begun and not ended. */
export function turnOf(bytes, body, target, unfinished) {
  const received = new Received(bytes, body);
  const view = wasm.decode(received.bytes, bytesOfTarget(target), unfinished.join("\n"));
  return new Turn(received, textOf(view), target, unfinished);
}

export function readRequest(body, target) {
  const received = new Received(bytesOf(body), body);
  return new History(received, textOf(wasm.readHistory(received.bytes, bytesOfTarget(targetOf(target)))));
}

export function replay(request, turn, target, options) {
  return planReplay(request, turn, target, options).request;
}

export function planReplay(request, turn, target, options) {
  const bytes = bytesOf(request, "request");
  const origin = Turn.origin(turn);
  const [cut] = origin && !options?.allowIncomplete ? turn.unfinished : [];
  if (cut !== undefined) throw new IncompleteError(`the stream ended inside the part at "${cut}": a provider may refuse it`, { code: "E_INCOMPLETE", pointer: cut });
  const [places, text, notes] = wasm.replay(bytes, origin?.bytes ?? bytesOf(turn, "turn"), bytesOfTarget(aimed(origin?.target, target)));
  return { request: likeInput(spliced(bytes, places, text), request), notes: JSON.parse(textOf(notes)) };
}

// Puts thoughts into a request of their wire, where they belong.
import { readRequest } from "../exchange/exchange.js";
import { targetOf } from "../exchange/target.js";
import { optionsFrom } from "../text/options.js";
import { bodyOf, textOf } from "../text/input.js";
import { edit } from "../text/text.js";
import { Anchors, pointersIn } from "./anchors.js";
import { inOrder, thoughtsOf } from "./order.js";
import { Slots } from "./slots.js";
import { fatesOf } from "./travel.js";

export function place(request, thoughts, target, options) {
  return placed(request, thoughts, target, optionsFrom(options, ["policy"]));
}

/** The same. With `isFirst`, a thought whose neighbours are not there goes to the front of the first answer: the caller knows that it is its own. */
export function placed(request, thoughts, target, { policy, isFirst = false }) {
  const { text, back, where, history } = requestOf(request, targetOf(target));
  const ordered = inOrder(thoughtsOf(thoughts));
  const fates = fatesOf(ordered, where, policy);
  // A thought that is left out anyway must not make the place of another unclear.
  const anchors = new Anchors(history, ordered.filter((_, nth) => fates[nth].fate !== "elided"), isFirst);
  const slots = new Slots(JSON.parse(text), where.wire);
  const planned = fates.map((fate, nth) => settled(ordered[nth], fate, anchors, slots));
  const edits = slots.edits();
  const made = edits.length ? edit(text, edits) : text;
  const pointerOf = pointersIn(edits.length ? readRequest(made, where) : history);
  const plan = planned.map(({ fate, reason, json, to }, nth) => {
    const pointer = to ?? (fate === "elided" ? undefined : pointerOf(ordered[nth].handles, json));
    return { id: ordered[nth].id, fate, reason, ...(pointer === undefined ? {} : { to: pointer }) };
  });
  return { request: edits.length ? back(made) : request, plan };
}

/** The thoughts whose answers stand in a request after the last input of the user. */
export function roundOf(request, thoughts, target = {}) {
  const anchors = new Anchors(requestOf(request, target).history, thoughts);
  return new Set(thoughts.filter((thought) => anchors.find(thought).nth >= anchors.round));
}

function requestOf(request, target) {
  const { source, back } = bodyOf(request, "request", target.wire);
  const text = typeof source === "string" ? source : textOf(source);
  const history = readRequest(text, target);
  return { text, back, history, where: { ...target, wire: history.wire } };
}

/** The fate of a thought in this request: what cannot be placed is left out, with the reason. */
function settled(thought, planned, anchors, slots) {
  const { fate, json, slot, text, beside } = planned;
  if (fate === "elided") return planned;
  if (beside !== undefined) return { ...planned, to: slots.beside(beside, thought) };
  const present = anchors.presentAt(thought) ?? anchors.spokenAt(thought);
  if (present !== undefined) return { ...planned, to: present };
  if (json === undefined && text === undefined) return { fate: "elided", reason: "the target has no place for it" };
  const found = anchors.find(thought);
  // A text that somebody else gave has no place in any answer: it is one itself, before the last input of the user.
  if (found.why && !thought.isOpaque && anchors.lastInput) return { ...planned, to: slots.answer(anchors.lastInput, text) };
  const why = found.why ?? (text === undefined ? slots.put(found, json, slot) : slots.say(found, text));
  return why === undefined ? planned : { fate: "elided", reason: why };
}

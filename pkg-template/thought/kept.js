// Lists of thoughts as callers give them, and as they cross: the JSON of stored thoughts.
import { InputError } from "../errors/index.js";
import { storable } from "./stored.js";
import { Thought } from "./thought.js";

const encoder = new TextEncoder();

/** Thoughts, or the thoughts of a routing that are sent. Raw ones are read; everything is a thought afterwards. */
export function thoughtsOf(given, what = "thoughts") {
  const list = Array.isArray(given) ? given : isRouting(given) ? [...given.routed, ...given.degraded] : undefined;
  if (!list) throw new InputError(`${what} must be an array of thoughts`, { code: "E_INPUT", pointer: "" });
  return list.map((thought) => (Thought.isThought(thought) ? thought : Thought.fromRaw(thought)));
}

/** True if a value is what `route` returns. */
export const isRouting = (given) => Array.isArray(given?.routed) && Array.isArray(given.degraded);

/** True if a value is a thought, or the raw one of a store. */
export function isThoughtLike(given) {
  if (Thought.isThought(given)) return true;
  return typeof given === "object" && given !== null && typeof given.id === "string" && given.createdAt !== undefined && given.updatedAt !== undefined;
}

/** By the time of their recording, then by their id. */
export function inOrder(thoughts) {
  const times = new Map(thoughts.map((thought) => [thought, Date.parse(thought.createdAt)]));
  return [...thoughts].sort((one, other) => times.get(one) - times.get(other) || one.id.localeCompare(other.id));
}

/** Thoughts as they cross. */
export const keptBytes = (thoughts) => encoder.encode(JSON.stringify(thoughts.map(keptOf)));

/** One thought as it crosses. */
export const keptOf = ({ id, content, identity, payload, isOpaque, replayCompatibility, createdAt }) => ({
  id,
  content,
  identity: identity.toJSON(),
  ...(isOpaque ? storableOrOpaque(payload) : {}),
  replayCompatibility,
  createdAt,
});

/** A payload that JSON cannot hold is still one: it can be routed by its tag, and sent nowhere. */
function storableOrOpaque(payload) {
  try {
    return storable(payload);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { payload: true };
  }
}

// Lists of thoughts as callers give them, and as they cross: the JSON of stored thoughts.
import { InputError } from "../errors/index.js";
import { storable } from "./stored.js";
import { Thought } from "./thought.js";

const encoder = new TextEncoder();

/** Returns thoughts, or the thoughts of a routing that are sent. It reads raw ones. */
export function thoughtsOf(given, what = "thoughts") {
  const list = Array.isArray(given) ? given : isRouting(given) ? [...given.routed, ...given.degraded] : undefined;
  if (!list) throw new InputError(`${what} must be an array of thoughts`, { code: "E_INPUT", pointer: "" });
  return list.map((thought) => (Thought.isThought(thought) ? thought : Thought.fromRaw(thought)));
}

/** Returns true if a value is a result of `route`. */
export const isRouting = (given) => Array.isArray(given?.routed) && Array.isArray(given.degraded);

/** Returns true if a value is a thought, or a raw thought of a store. */
export function isThoughtLike(given) {
  if (Thought.isThought(given)) return true;
  return typeof given === "object" && given !== null && typeof given.id === "string" && given.createdAt !== undefined && given.updatedAt !== undefined;
}

/** Sorts by recording time, then by id. */
export function inOrder(thoughts) {
  const times = new Map(thoughts.map((thought) => [thought, Date.parse(thought.createdAt)]));
  return [...thoughts].sort((one, other) => times.get(one) - times.get(other) || one.id.localeCompare(other.id));
}

/** Returns thoughts as they cross. */
export const keptBytes = (thoughts) => encoder.encode(JSON.stringify(thoughts.map(keptOf)));

/** Returns one thought as it crosses. */
export const keptOf = ({ id, content, identity, payload, replayCompatibility, createdAt }) => ({
  id,
  content,
  identity: identity.toJSON(),
  ...(payload === undefined ? {} : storableOrOpaque(payload)),
  replayCompatibility,
  createdAt,
});

/** A payload that JSON cannot hold is still a payload: it can be routed by its tag, and cannot be sent. */
function storableOrOpaque(payload) {
  try {
    return storable(payload);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { payload: true };
  }
}

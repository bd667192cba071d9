// Lists of thoughts as callers give them, and their order.
import { InputError } from "../errors/index.js";
import { Thought } from "./thought.js";

/** Thoughts, or the thoughts of a routing that are sent. Raw ones are read; everything is a thought afterwards. */
export function thoughtsOf(given, what = "thoughts") {
  const list = Array.isArray(given) ? given : Array.isArray(given?.routed) && Array.isArray(given.degraded) ? [...given.routed, ...given.degraded] : undefined;
  if (!list) throw new InputError(`${what} must be an array of thoughts`, { code: "E_INPUT", pointer: "" });
  return list.map((thought) => (Thought.isThought(thought) ? thought : Thought.fromRaw(thought)));
}

/** By the time of their recording, then by their id. */
export function inOrder(thoughts) {
  const times = new Map(thoughts.map((thought) => [thought, Date.parse(thought.createdAt)]));
  return [...thoughts].sort((one, other) => times.get(one) - times.get(other) || one.id.localeCompare(other.id));
}

/** The answer that a thought is of: its response, else the time of its recording. */
export const turnOf = ({ provenance, createdAt }) => provenance?.response ?? createdAt;

// Damages one request of a conversation, by a seed. The simulator's answer is the expected result; the damage only has a name.
import { converse, KINDS, duplicateOf } from "./converse.mjs";
import { ANTHROPIC } from "./damages/anthropic.mjs";
import { BEDROCK } from "./damages/bedrock.mjs";
import { CHAT, OPENROUTER } from "./damages/chat.mjs";
import { COMPACTION } from "./damages/compaction.mjs";
import { GEMINI } from "./damages/gemini.mjs";
import { PLAIN_RESPONSES, RESPONSES, SIX } from "./damages/responses.mjs";
import { TEXT } from "./damages/text.mjs";
import { STATELESS, THREADS } from "./damages/threads.mjs";
import { THOUGHTS } from "./damages/thoughts.mjs";
import { TOOLS } from "./damages/tools.mjs";
import { SPELLING } from "./damages/spelling.mjs";
import { TURNS } from "./damages/turns.mjs";
import { randomOf } from "../random.mjs";
import { slotsOf } from "./slots.mjs";

export const OWN = { anthropic: { ...ANTHROPIC, ...COMPACTION }, threads: THREADS, responses: { ...RESPONSES, ...SIX }, gemini: GEMINI, bedrock: BEDROCK, openrouter: OPENROUTER, "responses:deepseek": PLAIN_RESPONSES, "messages:deepseek": STATELESS, "messages:kimi": STATELESS };

const LATER = { ...TURNS, ...SPELLING };

/** Returns the applicable damages of a kind of conversation, by name. */
export function damagesOf(kind) {
  return (all[kind] ??= { ...THOUGHTS, ...TOOLS, ...TEXT, ...LATER, ...(kind.startsWith("chat:") ? CHAT : {}), ...OWN[kind] });
}

const all = {};

/** Damages a copy of a talk: {request, name, where}, or null if that damage does not apply to it. */
export function damage(kind, talk, random, name, request = duplicateOf(talk)) {
  const done = damagesOf(kind)[name](request, random, handleFrom, kind);
  return done ? { request, name, where: done.where, misrouted: done.misrouted } : null;
}

/**
 * Returns the damages of a kind in random order. Later ones come first for one seed in seven and last for the others, whose conversations are
 * unchanged.
 */
function orderOf(kind, seed) {
  const [later, earlier] = [true, false].map((is) => randomOf(seed).shuffle(Object.keys(damagesOf(kind)).filter((name) => name in LATER === is)));
  return seed % 7 === 6 ? [...later, ...earlier] : [...earlier, ...later];
}

/** Returns a conversation whose last request was damaged, by the named damage or a random one; null if it applied nowhere. */
export function damaged(kind, seed, name) {
  const names = name ? [name] : orderOf(kind, seed);
  const first = 1 + (seed % 4);
  let done = null;
  const before = (talk, nth, random) => {
    if (nth < first) return null;
    // A damage that does not apply has changed nothing, so one copy serves for all attempts.
    const copied = duplicateOf(talk);
    for (const one of names) if ((done = damage(kind, talk, random, one, copied))) return done.request;
    return null;
  };
  const conversation = converse(kind, seed, { before });
  return done && { ...conversation, damage: { name: done.name, where: done.where, misrouted: done.misrouted }, others: done.request.others ?? [] };
}

/**
 * Returns a handle issued elsewhere: to another account of the same vendor, by another surface of it, or by another vendor. Its origin is noted: a
 * handle that was never seen cannot be judged, so an agent that mixes up two conversations must have had both.
 */
function handleFrom(talk, other, random) {
  const vendor = vendorOf(talk.target);
  const fits = handles().filter((one) => {
    if (other === "vendor") return one.vendor !== vendor && one.vendor !== "openrouter";
    if (one.vendor !== vendor) return false;
    return other === "account" ? one.account !== talk.target.account && one.surface === talk.target.surface && one.model === talk.target.model : one.surface !== talk.target.surface;
  });
  if (!fits.length) return null;
  const { handle, steps } = random.pick(fits);
  talk.others = steps;
  return handle;
}

const vendorOf = ({ wire }) => wire.split("-")[0];

let pool;
function handles() {
  if (pool) return pool;
  pool = [];
  for (const kind of KINDS.filter((one) => ["anthropic", "responses", "gemini"].includes(one))) {
    for (let seed = 900_000; seed < 900_080; seed++) {
      const { talk, steps } = converse(kind, seed);
      const { account, surface, model } = talk.target;
      for (const slot of slotsOf(talk)) if (slot.handle) pool.push({ vendor: vendorOf(talk.target), account, surface, model, handle: slot.handle.get(), steps });
    }
  }
  return pool;
}

// The wires with the richest contracts occur more often.
const OFTEN = ["anthropic", "anthropic", "anthropic", "responses", "responses", "gemini", "gemini", "openrouter", "openrouter"];

/** Yields damaged conversations without end, each vendor in turn, to compare a prediction with the answer of the last step. */
export function* damagedOnes(from = 0) {
  const turns = [...OFTEN, ...KINDS.filter((kind) => !OFTEN.includes(kind))];
  for (let seed = from; ; seed++) {
    const conversation = damaged(turns[seed % turns.length], seed);
    if (conversation) yield conversation;
  }
}

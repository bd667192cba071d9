// Lines of the simulator's traffic: every wire, whole conversations and damaged ones.
import { converse, KINDS } from "../simulator/converse.mjs";
import { damaged } from "../simulator/damage.mjs";

const isLong = Boolean(process.env.RETHOUGHT_LONG);
const TARGET = ["wire", "host", "model", "account", "enforced", "betas", "era"];
const SEEDS = isLong ? 40 : 1;
const DAMAGES = isLong ? 200 : 8;

/** The exchanges of a conversation: `{id, session, target, request, response or stream, status, next}`, the bodies as text. */
export function exchangesOf({ kind, seed, steps }) {
  return steps.map((step, nth) => ({
    id: `${kind}/${seed}/${nth}`,
    session: `${kind}/${seed}`,
    target: targetOf(step.target),
    request: step.requestText,
    ...(typeof step.stream === "string" ? { stream: step.stream } : { response: step.responseText }),
    status: step.status,
    ...(steps[nth + 1] ? { next: steps[nth + 1].requestText } : {}),
  }));
}

const targetOf = (target) => Object.fromEntries(TARGET.filter((name) => target[name] !== undefined).map((name) => [name, target[name]]));

/** Whole conversations with everybody who can be talked to. */
export const conversations = (seeds = SEEDS) => of(seeds, (kind, seed) => exchangesOf(converse(kind, seed)));

/** The exchanges of whole conversations, and requests that were damaged, with what answered them. */
export const traffic = (seeds = SEEDS, damages = DAMAGES) => [...conversations(seeds).flat(), ...of(damages, damaged).map((conversation) => exchangesOf({ ...conversation, seed: `damaged ${conversation.seed}` }).at(-1))];

/** Makes one of each for everybody who can be talked to and for each seed; some give nothing. */
const of = (seeds, make) => KINDS.flatMap((kind) => Array.from({ length: seeds }, (_, seed) => make(kind, seed))).filter(Boolean);

// Lines of the simulator's traffic: every wire, whole conversations and damaged ones.
import { converse, KINDS } from "../simulator/converse.mjs";
import { damaged } from "../simulator/damage.mjs";

const isLong = Boolean(process.env.RETHOUGHT_LONG);
const TARGET = ["wire", "host", "model", "account", "enforced", "betas", "era"];
const SEEDS = isLong ? 40 : 1;
const DAMAGES = isLong ? 200 : 8;

/** Returns the exchanges of a conversation: `{id, session, target, request, response or stream, status, next}`, the bodies as text. */
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

/** Returns whole conversations with every vendor of the simulator. */
export const conversations = (seeds = SEEDS) => of(seeds, (kind, seed) => exchangesOf(converse(kind, seed)));

/**
 * Returns the exchanges of whole conversations, and damaged requests with their answers. A request that was answered although a handle has characters that no
 * vendor writes is left out: it is taken for a recording with masks.
 */
export function traffic(seeds = SEEDS, damages = DAMAGES) {
  const last = of(damages, damaged).map((conversation) => exchangesOf({ ...conversation, seed: `damaged ${conversation.seed}` }).at(-1));
  return [...conversations(seeds).flat(), ...last.filter(({ request, status }) => status >= 400 || !STRANGE_HANDLE.test(request))];
}

const STRANGE_HANDLE = /"(?:signature|data|encrypted_content|thoughtSignature)":"[^"]*[^"\w+/=|:.-]/;

/** Makes one for every vendor of the simulator and each seed; some return nothing. */
const of = (seeds, make) => KINDS.flatMap((kind) => Array.from({ length: seeds }, (_, seed) => make(kind, seed))).filter(Boolean);

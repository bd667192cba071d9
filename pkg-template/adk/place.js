// Puts thoughts into their places in a request. The core finds the places.
import * as glue from "../wasm/glue.js";
import { rowsFor } from "../audit/audit.js";
import { targetOf } from "../exchange/target.js";
import { policyOf } from "../convert/policy.js";
import { bodyOf, textOf } from "../text/input.js";
import { optionsFrom } from "../text/options.js";
import { spliced } from "../text/splice.js";
import { inOrder, isRouting, keptBytes, thoughtsOf } from "../thought/kept.js";
import { guarded } from "../wasm/recover.js";

const placeThoughts = guarded(glue.placeThoughts);
const encoder = new TextEncoder();

/** The options that add models and hosts to those of the package. */
export const TABLES = ["models", "hosts", "tables"];

export function place(request, thoughts, target, options) {
  const { policy, accepts, ...tables } = optionsFrom(options, ["policy", "accepts", ...TABLES]);
  // The adapter that routed them accepts their tags.
  const taken = accepts ?? (isRouting(thoughts) ? thoughts.routed.map(({ replayCompatibility }) => replayCompatibility) : []);
  return placed(request, thoughts, target, { policy, accepts: taken.filter((tag) => typeof tag === "string"), tables });
}

/** Does the same with checked options. In a replay a thought is never written as a visible text. */
export function placed(request, thoughts, target, { policy, accepts = [], tables = {}, isReplay = false }) {
  const where = targetOf(target);
  const { source, back } = bodyOf(request, "request", where.wire);
  const terms = encoder.encode(JSON.stringify({ target: where, policy: policyOf(policy), accepts, isReplay }));
  const [places, text, size, plan] = placeThoughts(source, keptBytes(inOrder(thoughtsOf(thoughts))), terms, rowsFor(tables));
  return { request: places.length ? back(spliced(source, places, text, size)) : request, plan: JSON.parse(textOf(plan)) };
}

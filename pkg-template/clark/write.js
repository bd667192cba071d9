// Writes a typed item in the shape of another provider.
import * as glue from "../wasm/glue.js";
import { rowsFor } from "../audit/audit.js";
import { policyOf } from "../convert/policy.js";
import { targetOf } from "../exchange/target.js";
import { textOf } from "../text/input.js";
import { optionsFrom } from "../text/options.js";
import { keptBytes } from "../thought/kept.js";
import { guarded } from "../wasm/recover.js";
import { thoughtOf, thoughtOfItem } from "./items.js";

const sendThoughts = guarded(glue.sendThoughts);
const encoder = new TextEncoder();

export function writeItem(item, target, options) {
  const { from, policy } = optionsFrom(options, ["from", "policy"]);
  const where = targetOf(target);
  const native = thoughtOf(item);
  const thought = native ?? thoughtOfItem(item, 0, from === undefined ? shapedLike(where) : targetOf(from));
  const [{ fate, reason, block, text, beside }] = JSON.parse(textOf(sendThoughts(keptBytes([thought]), encoder.encode(JSON.stringify({ target: where, policy: policyOf(policy) })), rowsFor())));
  const written = block ?? (text === undefined ? undefined : JSON.stringify(text));
  const word = fate === "verbatim" && !native ? "routed" : fate;
  return { fate: word, reason, ...(written === undefined ? {} : { block: written }), ...(beside === undefined ? {} : { beside }) };
}

/** A single item has OpenRouter's shape, so OpenRouter accepts it unchanged. */
const shapedLike = (target) => (target.wire === "openrouter-chat" ? target : undefined);

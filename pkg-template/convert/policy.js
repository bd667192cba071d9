// The policy of a conversion, as callers give it.
import { InputError } from "../errors/index.js";
import { isFormat } from "../exchange/wire-names.js";
import { optionsFrom } from "../text/options.js";

const POLICY = ["foreign", "window", "mode", "placeholder", "envelope", "sideChannel"];
/** The members that decide on thoughts which a target does not read. A format keeps the thoughts of every vendor. */
const FOR_WIRES = ["foreign", "envelope", "sideChannel", "placeholder"];

/** A policy; a word by itself says what becomes of thoughts of other issuers. */
export function policyOf(policy) {
  if (typeof policy === "string") return { foreign: policy };
  const given = optionsFrom(policy, POLICY, "/policy");
  const { placeholder, envelope, sideChannel } = given;
  const wrong = (name, what) => new InputError(`${name} must be ${what}`, { code: "E_INPUT", pointer: `/policy/${name}` });
  if (placeholder !== undefined && typeof placeholder !== "boolean") throw wrong("placeholder", "true or false");
  const isPair = (list) => Array.isArray(list) && list.length === 2 && list.every((mark) => typeof mark === "string");
  if (envelope !== undefined && !isPair(envelope)) throw wrong("envelope", "two strings: the text before a thought and the text after it");
  if (sideChannel !== undefined && typeof sideChannel !== "string") throw wrong("sideChannel", "a string");
  return { ...given };
}

/** The policy of a conversion to a target. One that does nothing is refused: the caller would believe that it does. */
export function policyFor({ wire }, given) {
  const policy = policyOf(given);
  const idle = (name, why) => new InputError(`policy.${name} has no effect ${why}`, { code: "E_INPUT", pointer: `/policy/${name}` });
  const has = (name) => policy[name] !== undefined;
  const { foreign = "drop", mode } = policy;
  const forWires = isFormat(wire) && FOR_WIRES.find(has);
  if (forWires) throw idle(forWires, `with to: "${wire}". A message format keeps the thoughts of every vendor. Set it when you convert to a wire`);
  if (mode === "off") for (const name of ["foreign", "window", "envelope", "sideChannel"]) if (has(name)) throw idle(name, 'with mode: "off". No thought is sent');
  if (mode === "summary-only" && has("foreign")) throw idle("foreign", 'with mode: "summary-only". It sends the readable text of every thought');
  if (has("envelope") && mode !== "summary-only" && !["envelope", "summary"].includes(foreign)) throw idle("envelope", `with foreign: "${foreign}". Set foreign to "envelope" or "summary"`);
  if (has("sideChannel") && foreign !== "side-channel") throw idle("sideChannel", `with foreign: "${foreign}". Set foreign to "side-channel"`);
  return policy;
}

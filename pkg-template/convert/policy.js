// The policy of a conversion, as callers give it.
import { InputError } from "../errors/index.js";
import { optionsFrom } from "../text/options.js";

const POLICY = ["foreign", "window", "mode", "placeholder", "envelope", "sideChannel"];

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

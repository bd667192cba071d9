// Routes by compatibility tag, as ADK requires: an adapter lists the tags it accepts. Other thoughts are left out of this request and kept.
import * as glue from "../wasm/glue.js";
import { InputError } from "../errors/index.js";
import { rowsFor } from "../audit/audit.js";
import { policyOf } from "../convert/policy.js";
import { targetOf } from "../exchange/target.js";
import { bodyOf, bytesOfSource, textOf } from "../text/input.js";
import { numberFrom, optionsFrom } from "../text/options.js";
import { TABLES } from "./place.js";
import { identityOf } from "../thought/identity.js";
import { inOrder, keptBytes, thoughtsOf } from "../thought/kept.js";
import { guarded } from "../wasm/recover.js";

const routeThoughts = guarded(glue.routeThoughts);
const encoder = new TextEncoder();
const OPTIONS = ["accepts", "target", "identity", "mode", "window", "policy", "request", ...TABLES];
const MODES = ["all-self", "latest-self", "all"];
const WINDOWS = ["all", "turn", "round"];

export function route(thoughts, options) {
  const { accepts, target, identity = "assistant", mode = "all-self", window, policy, request, ...tables } = optionsFrom(options, OPTIONS);
  if (accepts === undefined && target === undefined) throw wrong("accepts or target must say what the adapter takes", "/accepts");
  if (accepts !== undefined && !(Array.isArray(accepts) && accepts.every((tag) => typeof tag === "string"))) throw wrong("accepts must be a list of tags", "/accepts");
  if (!MODES.includes(mode)) throw wrong(`mode must be one of ${MODES.join(", ")}`, "/mode");
  const ordered = inOrder(thoughtsOf(thoughts));
  const where = target === undefined ? undefined : targetOf(target);
  const choice = windowOf(window ?? policy?.window ?? "all", request);
  const terms = { accepts, target: where, policy: { ...policyOf(policy), window: "all" }, agent: agentOf(identity), mode, window: choice };
  const body = choice === "round" ? bytesOfSource(bodyOf(request, "request", where?.wire).source) : undefined;
  const plan = JSON.parse(textOf(routeThoughts(keptBytes(ordered), encoder.encode(JSON.stringify(terms)), rowsFor(tables), body)));
  const of = (...fates) => ordered.filter((_, nth) => fates.includes(plan[nth].fate));
  return { routed: of("verbatim", "routed", "placeholder"), elided: of("elided"), degraded: of("degraded"), plan };
}

function windowOf(wanted, request) {
  if (typeof wanted === "number") return numberFrom(wanted, "window", 0);
  if (!WINDOWS.includes(wanted)) throw wrong(`window must be a number or one of ${WINDOWS.join(", ")}`, "/window");
  if (wanted === "round" && request === undefined) throw wrong("the window of a round needs the request: it says where the last input of the user is", "/request");
  return wanted;
}

function agentOf(identity) {
  const wanted = identityOf(identity);
  return String(typeof wanted === "object" && wanted !== null ? wanted.identifier : wanted);
}

const wrong = (message, pointer) => new InputError(message, { code: "E_INPUT", pointer });

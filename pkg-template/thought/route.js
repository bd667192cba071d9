// Routing by compatibility tag, as ADK asks for it: an adapter says which tags it takes, and what does not fit is left out of this request and kept.
import { InputError } from "../errors/index.js";
import { targetOf } from "../exchange/target.js";
import { numberFrom, optionsFrom } from "../text/options.js";
import { identityOf } from "./identity.js";
import { PLAIN } from "./native.js";
import { inOrder, thoughtsOf, turnOf } from "./order.js";
import { roundOf } from "./place.js";
import { fatesOf } from "./travel.js";

const OPTIONS = ["accepts", "target", "identity", "mode", "window", "policy", "request"];
const MODES = ["all-self", "latest-self", "all"];
const WINDOWS = ["all", "turn", "round"];

export function route(thoughts, options) {
  const given = optionsFrom(options, OPTIONS);
  const { accepts, target, mode = "all-self", policy } = given;
  if (accepts === undefined && target === undefined) throw wrong("accepts or target must say what the adapter takes", "/accepts");
  if (accepts !== undefined && !(Array.isArray(accepts) && accepts.every((tag) => typeof tag === "string"))) throw wrong("accepts must be a list of tags", "/accepts");
  if (!MODES.includes(mode)) throw wrong(`mode must be one of ${MODES.join(", ")}`, "/mode");
  const ordered = inOrder(thoughtsOf(thoughts));
  const fates = new Map(ordered.map((thought) => [thought, leftOut(thought, given, mode)]));
  const open = () => ordered.filter((thought) => fates.get(thought) === undefined);
  for (const [thought, reason] of outsideWindow(open(), given)) fates.set(thought, elided(reason));
  const candidates = open();
  const judged = target === undefined ? candidates.map(() => ({ fate: "verbatim", reason: "the adapter takes its tag" })) : fatesOf(candidates, target, policy);
  candidates.forEach((thought, nth) => fates.set(thought, judged[nth]));
  if (mode === "latest-self") for (const thought of candidates.filter((one) => fates.get(one).fate !== "elided").slice(0, -1)) fates.set(thought, elided("only the latest thought is sent"));
  return resultOf(ordered, fates);
}

const elided = (reason) => ({ fate: "elided", reason });

/** The thoughts by their fates, in order, and the plan with the reasons. */
function resultOf(ordered, fates) {
  const of = (...words) => ordered.filter((thought) => words.includes(fates.get(thought).fate));
  const plan = ordered.map((thought) => ({ id: thought.id, fate: fates.get(thought).fate, reason: fates.get(thought).reason }));
  return { routed: of("verbatim", "routed", "placeholder"), elided: of("elided"), degraded: of("degraded"), plan };
}

/** The fate of a thought that the adapter does not take at all; nothing if it may. */
function leftOut({ identity, isOpaque, content, replayCompatibility: tag }, { accepts, identity: self = "assistant", policy }, mode) {
  const wanted = identityOf(self);
  const key = typeof wanted === "object" && wanted !== null ? wanted.identifier : wanted;
  if (mode !== "all" && String(identity.identifier) !== String(key)) return elided("another agent thought it");
  if (accepts === undefined || accepts.includes(tag)) return undefined;
  if (!isOpaque && (tag === undefined || tag === PLAIN)) return undefined;
  const foreign = typeof policy === "string" ? policy : policy?.foreign;
  if (foreign === "envelope" && content) return { fate: "degraded", reason: "the policy sends its text in an envelope" };
  if (foreign === "side-channel") return { fate: "routed", reason: "the policy sends it beside the messages" };
  return elided("the adapter does not take its tag");
}

/** The thoughts before the window, each with the reason. */
function outsideWindow(thoughts, { window, policy, request, target }) {
  const wanted = window ?? (typeof policy === "object" ? policy.window : undefined) ?? "all";
  const why = "it lies before the window of thoughts that are sent";
  if (typeof wanted === "number") return thoughts.slice(0, Math.max(0, thoughts.length - numberFrom(wanted, "window", 0))).map((thought) => [thought, why]);
  if (!WINDOWS.includes(wanted)) throw wrong(`window must be a number or one of ${WINDOWS.join(", ")}`, "/window");
  if (wanted === "all" || !thoughts.length) return [];
  if (wanted === "turn") return thoughts.filter((thought) => turnOf(thought) !== turnOf(thoughts.at(-1))).map((thought) => [thought, why]);
  if (request === undefined) throw wrong("the window of a round needs the request: it says where the last input of the user is", "/request");
  const inside = roundOf(request, thoughts, target === undefined ? undefined : targetOf(target));
  return thoughts.filter((thought) => !inside.has(thought)).map((thought) => [thought, why]);
}

const wrong = (message, pointer) => new InputError(message, { code: "E_INPUT", pointer });

// The fate of thoughts on their way to a target. `convert` decides it, over a request in which each of them is an answer by itself: the same words, the same
// reasons and the same policies as for a whole conversation.
import * as glue from "../wasm/glue.js";
import { convert } from "../convert/convert.js";
import { guarded } from "../wasm/recover.js";
import { nativeOf, numberAt, requestAround, slotOf } from "./native.js";

/** A thought that was cut off, or lacks its signature: only its owner knows, since its block alone looks whole. */
const CUT = "it was cut off, so its issuer would refuse it";

/** A payload of a wire that does not read as a thought there. */
const NO_BLOCK = "its payload is no thought of its wire";

/**
 * The fate of each thought: `{ fate, reason }`, and what goes: `json`, a block or a member in the shape of the target, with its `slot` in a message; `text`, a visible text; or
 * `beside`, the name of the member of the request that holds payloads.
 */
export function fatesOf(thoughts, target, policy) {
  const fates = [];
  for (const group of grouped(thoughts, target).values()) {
    const { from, isPlain, members } = group;
    const request = requestAround(from.wire, from.model, members.map(({ native }) => native));
    const { request: made, plan } = convert(request, { from, to: target, policy: policyFor(policy, isPlain), off: structuralRules() });
    const converted = JSON.parse(made);
    const plans = new Map(plan.map((planned) => [numberAt(planned.pointer, from.wire), planned]));
    members.forEach(({ thought, native, nth }, place) => {
      const planned = plans.get(place);
      fates[nth] = planned ? fateOf(thought, native, planned, converted, isPlain) : { fate: "elided", reason: NO_BLOCK };
    });
  }
  return fates;
}

/** Thoughts of one issuer go in one request. */
function grouped(thoughts, target) {
  const groups = new Map();
  thoughts.forEach((thought, nth) => {
    const isPlain = !thought.isOpaque;
    const native = isPlain ? plainIn(thought.content, target) : (readable(nativeOf(thought)) ?? standIn(target));
    const { model, account } = native.provenance ?? {};
    const from = Object.fromEntries(Object.entries({ wire: native.wire, host: native.host, model, account }).filter(([, value]) => value !== undefined));
    const key = JSON.stringify([isPlain, from]);
    if (!groups.has(key)) groups.set(key, { from, isPlain, members: [] });
    groups.get(key).members.push({ thought, native, nth });
  });
  return groups;
}

/** A block of which a store kept all. One that is not JSON would not be one value in a request. */
function readable(native) {
  try {
    return native && (JSON.parse(native.block), native);
  } catch {
    return undefined;
  }
}

const isAnthropic = (target) => /^(anthropic|bedrock)/.test(typeof target === "string" ? target : target?.wire);

/** A thought that is only a text, as one of a wire that is not the target's: nobody issued it. */
function plainIn(text, target) {
  if (isAnthropic(target)) return { wire: "openai-chat", block: JSON.stringify(text), pointer: "/reasoning_content" };
  return { wire: "anthropic-messages", block: JSON.stringify({ type: "thinking", thinking: text }) };
}

/** A payload that only its owner can read is to a target what a sealed thought of another vendor is. */
function standIn(target) {
  return isAnthropic(target) ? { wire: "gemini-generate", block: '{"text":"","thoughtSignature":"AA=="}' } : { wire: "anthropic-messages", block: '{"type":"redacted_thinking","data":"AA=="}' };
}

/** A thought that is only a text goes as a text, whatever becomes of those of other issuers. */
function policyFor(policy, isPlain) {
  const { window, ...given } = typeof policy === "string" ? { foreign: policy } : (policy ?? {});
  return isPlain ? { ...given, foreign: "envelope" } : given;
}

const ruleIds = guarded(glue.ruleIds);

/** The thoughts stand alone here, so only the rule on texts that look like thoughts has something to judge. */
const structuralRules = () => (structuralRules.cached ??= ruleIds().filter((id) => id !== "thinking-in-text"));

function fateOf(thought, native, { fate, reason, to }, converted, isPlain) {
  if (fate === "verbatim" || fate === "routed") {
    const beside = besideIn(converted, to);
    if (beside !== undefined) return { fate, reason, beside };
    if (!thought.complete) return { fate: "elided", reason: CUT };
    if (fate === "verbatim") return { ...asIssued(native, reason), slot: slotOf(native.pointer, native.wire) };
  }
  const piece = to === undefined ? undefined : at(converted, to);
  if (piece === undefined) return { fate, reason };
  // Ollama's plan names the message, and its reasoning is a member of it.
  if (typeof piece.thinking === "string" && piece.role !== undefined) return { fate, reason, json: JSON.stringify(piece.thinking), slot: { name: "thinking" } };
  const isVisible = fate === "degraded" && !/\/(reasoning\w*|thinking|tool_plan)$/.test(to) && piece.type !== "thinking" && piece.type !== "reasoning";
  if (!isVisible) return { fate, reason, json: JSON.stringify(piece), slot: slotOf(to) };
  return { fate: isPlain ? "routed" : fate, reason: isPlain ? "it is a text, which every target takes" : reason, text: textIn(piece) };
}

/** The member of a request that holds payloads beside the messages, if a thought went there. */
function besideIn(converted, to = "") {
  const [, name, nth, ...deeper] = to.split("/");
  return !deeper.length && converted[name]?.[nth]?.payload !== undefined ? name : undefined;
}

/** A block goes as it was issued. AWS streams a signature without a text and asks for the text all the same. */
function asIssued({ wire, block }, reason) {
  const text = wire === "bedrock-converse" ? JSON.parse(block).reasoningContent?.reasoningText : undefined;
  if (typeof text !== "object" || text === null || typeof text.text === "string") return { fate: "verbatim", reason, json: block };
  return { fate: "routed", reason: "the target asks for its text, which is empty", json: JSON.stringify({ reasoningContent: { reasoningText: { ...text, text: "" } } }) };
}

/** The text of a piece of a message: itself, its text or its content. */
function textIn(piece) {
  if (typeof piece === "string") return piece;
  return typeof piece.text === "string" ? piece.text : typeof piece.content === "string" ? piece.content : textIn(piece.content?.[0] ?? "");
}

const at = (root, pointer) => pointer.split("/").slice(1).reduce((value, key) => value?.[key], root);

// What @cognipeer/agent-sdk says of reasoning: its configuration, and the notes that it asks for between turns.
import { rowsOf } from "./audit.js";
import { copied } from "./copied.js";
import { InputError } from "./errors.js";
import * as glue from "./glue.js";
import { bytesOf, likeInput, textOf } from "./input.js";
import { guarded } from "./recover.js";
import { bytesOfTarget, targetOf } from "./target.js";

const wasm = Object.fromEntries(["requestParams", "resolveReasoning"].map((name) => [name, guarded(glue[name])]));
const encoder = new TextEncoder();
const HOOKS = ["shouldReflect", "buildPrompt", "onReflection"];

export function validateReasoningConfig(config, options) {
  // What is switched off is not looked at when it is resolved, but it is here.
  if (config) resolveReasoning({ ...config, enabled: true }, options);
}

export function resolveReasoning(config, options) {
  if (!config) return undefined;
  const told = inItsWords(() => wasm.resolveReasoning(jsonOf(config, "config", dataOf), options?.fit === true));
  if (!told.length) return undefined;
  const { native, reflection, ...resolved } = JSON.parse(textOf(told));
  // Data crosses; what only this side can hold (functions, extras of any kind, a setting that is undefined) is laid over it.
  const hooks = HOOKS.filter((name) => config.reflection?.[name] !== undefined).map((name) => [name, config.reflection[name]]);
  return { ...resolved, ...(native && { native: { ...native, ...config.native } }), reflection: { ...reflection, ...Object.fromEntries(hooks) } };
}

export function requestParams(config, target, request, options) {
  if (request === undefined || request === null) return JSON.parse(requestParams(config, target, "{}", options));
  const bytes = bytesOf(request, "request");
  const native = resolveReasoning(config, options)?.native;
  const rows = options?.fit === true ? rowsOf(options.models, options.hosts) : new Uint8Array(0);
  return likeInput(wasm.requestParams(jsonOf(native ?? {}, "config"), bytesOfTarget(targetOf(target)), bytes, rows), request);
}

const CHECKED = new Set(["level", "effort", "budgetTokens", "cadence", "maxPerRun", "everyNTurns", "feedTo"]);

/** What crosses of a configuration. JSON has no NaN: as text it is refused in the same words. */
function dataOf(key, value) {
  if (key === "providerExtras") return undefined;
  return typeof value === "bigint" || (CHECKED.has(key) && typeof value === "number" && !Number.isFinite(value)) ? String(value) : value;
}

/** The SDK's sentences to the letter: the place is in `pointer`, and not in the message as with other errors. */
function inItsWords(run) {
  try {
    return run();
  } catch (error) {
    throw error instanceof InputError ? new InputError(error.message.replace(/ \(at "[^"]*"\)$/, ""), error) : error;
  }
}

function jsonOf(value, what, replacer) {
  try {
    return encoder.encode(JSON.stringify(value, replacer));
  } catch (cause) {
    throw new InputError(`${what} cannot be written as JSON`, { code: "E_INPUT", cause });
  }
}

/** Names the payloads of reflections: no provider issued them, and none takes them back as reasoning. */
const COMPATIBILITY = "cognipeer-reflection-v1";
const MIRROR = "agent_reflection";
const ASK = "agent_reflection_ask";

export function thoughtOfReflection(reflection, options) {
  check(reflection);
  // An event does not say when.
  const at = reflection.createdAt ?? options?.createdAt ?? new Date().toISOString();
  const record = copied(reflection, { refuse: (kind, pointer) => refused(kind, pointer()) });
  const payload = { channel: "prompted", kind: "reflection", record };
  return { id: reflection.id, content: reflection.text, payload, replayCompatibility: COMPATIBILITY, createdAt: at, updatedAt: at };
}

export function reflectionOf(thought) {
  const { payload } = thought ?? {};
  if (thought?.replayCompatibility !== COMPATIBILITY || typeof payload?.record !== "object" || payload.record === null) return undefined;
  const record = copied(payload.record, { refuse: (kind, pointer) => refused(kind, pointer()) });
  return typeof thought.content === "string" && thought.content !== record.text ? { ...record, text: thought.content } : record;
}

export function reflectionMessage(reflection) {
  check(reflection);
  const { id, turn, text, createdAt, trigger } = reflection;
  return {
    role: "system",
    name: MIRROR,
    content: `<agent_reflection turn=${turn} at=${createdAt}>\n${text}\n</agent_reflection>`,
    metadata: { reflectionId: id, reflectionTurn: turn, ...(trigger === undefined ? {} : { reflectionTrigger: trigger }) },
  };
}

export function readReflection(message) {
  const found = /^<agent_reflection turn=([^ >]*) at=([^ >]*)>\n([^]*)\n<\/agent_reflection>$/.exec(typeof message === "string" ? message : message?.content);
  if (!found) return undefined;
  const { reflectionId: id, reflectionTrigger: trigger } = message.metadata ?? {};
  const [, turn, createdAt, text] = found;
  return { ...(id === undefined ? {} : { id }), turn: Number(turn), text, createdAt, ...(trigger === undefined ? {} : { trigger }) };
}

export function mirrorReflections(messages, reflections, options) {
  if (!Array.isArray(messages) || !Array.isArray(reflections)) throw new InputError("messages and reflections must be arrays", { code: "E_INPUT" });
  const others = messages.filter((message) => !(message?.role === "system" && message.name === MIRROR) && !(message?.role === "user" && message.name === ASK));
  const kept = reflections.slice(-Math.max(1, options?.keepLast ?? 3));
  return [...others, ...kept.map(reflectionMessage)];
}

export function trimReflection(text, maxChars) {
  words(text);
  const trimmed = text.trim();
  return trimmed.length <= maxChars ? trimmed : `${trimmed.slice(0, maxChars - 1).trimEnd()}…`;
}

export function isNearDuplicate(one, other) {
  words(one, other);
  const [first, second] = [one, other].map((text) => text.toLowerCase().replace(/\s+/g, " ").trim());
  if (first === second) return true;
  const [some, others] = [first, second].map((text) => new Set(text.split(" ").filter(Boolean)));
  if (some.size === 0 || others.size === 0) return false;
  let both = 0;
  for (const word of some) if (others.has(word)) both += 1;
  return both / (some.size + others.size - both) >= 0.9;
}

function check(reflection) {
  for (const name of ["id", "text"])
    if (typeof reflection?.[name] !== "string") throw new InputError(`a reflection has ${name === "id" ? "an id" : "a text"}`, { code: "E_INPUT", pointer: `/${name}` });
}

function words(...texts) {
  if (!texts.every((text) => typeof text === "string")) throw new InputError("a note must be a string", { code: "E_INPUT" });
}

function refused(kind, pointer) {
  throw new InputError(`a reflection is plain data, and this is a ${kind}`, { code: "E_INPUT", pointer });
}

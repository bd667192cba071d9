// The reflections of @cognipeer/agent-sdk: notes that it asks the model for between turns, as thoughts and as messages.
import { InputError } from "../errors/index.js";
import { numberFrom, optionsFrom } from "../text/options.js";
import { copied } from "./copied.js";

/** Names the payloads of reflections. No provider issued them, and none accepts them as reasoning. */
const COMPATIBILITY = "cognipeer-reflection-v1";
const MIRROR = "agent_reflection";
const ASK = "agent_reflection_ask";

export function thoughtOfReflection(reflection, options) {
  const { createdAt } = optionsFrom(options, ["createdAt"]);
  check(reflection);
  // An event has no time.
  const at = reflection.createdAt ?? createdAt ?? new Date().toISOString();
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
  const { keepLast = 3 } = optionsFrom(options, ["keepLast"]);
  const others = messages.filter((message) => !(message?.role === "system" && message.name === MIRROR) && !(message?.role === "user" && message.name === ASK));
  const kept = reflections.slice(-Math.max(1, numberFrom(keepLast, "keepLast")));
  return [...others, ...kept.map(reflectionMessage)];
}

export function trimReflection(text, maxChars) {
  words(text);
  numberFrom(maxChars, "maxChars");
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

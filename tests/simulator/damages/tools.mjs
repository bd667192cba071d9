// Damage to calls and results, on any wire.
import { exchangesOf } from "../slots.mjs";

const some = (random, list) => (list.length ? random.pick(list) : null);

/** Removes a result, and its message if that would be empty. */
function removeResult({ list, one, outer, holder }) {
  list.splice(list.indexOf(one), 1);
  if (outer && !list.length) outer.splice(outer.indexOf(holder), 1);
}

// The hosts whose order rules are known. Elsewhere nothing is damaged.
const BOTH = ["unanswered", "orphan"];
const ORDER = { anthropic: BOTH, responses: BOTH, gemini: BOTH, "chat:deepseek": BOTH, "chat:openai": BOTH, "chat:mistral": BOTH, "chat:qwen": ["orphan"] };

function exchanges(talk, kind, what) {
  const behind = kind === "openrouter" && !/^(moonshotai|z-ai)\//.test(talk.body.model);
  return behind || ORDER[kind]?.includes(what) ? exchangesOf(talk) : [];
}

/** Returns an id in the form of the host's own. */
const strangeId = (kind, random) => (kind === "chat:mistral" ? random.letters(9) : `call_${random.letters(20)}`);

export const TOOLS = {
  "leave a call unanswered": (talk, random, pool, kind) => {
    const found = some(random, exchanges(talk, kind, "unanswered"));
    if (found) removeResult(found);
    return found && { where: found.at };
  },
  "answer a call nobody made": (talk, random, pool, kind) => {
    const found = some(random, exchanges(talk, kind, "orphan"));
    if (!found) return null;
    const stray = found.key ? { ...found.one, [found.key]: strangeId(kind, random) } : found.one;
    found.list.splice(found.list.indexOf(found.one) + 1, 0, stray);
    return { where: found.at };
  },
  "begin with a result": (talk, random, pool, kind) => {
    const found = some(random, exchanges(talk, kind, "orphan"));
    if (!found) return null;
    const stray = found.key ? { ...found.one, [found.key]: strangeId(kind, random) } : found.one;
    const said = { messages: [{ role: "assistant", content: "well" }, { role: "user", content: [stray] }], contents: [{ role: "model", parts: [{ text: "well" }] }, { role: "user", parts: [stray] }] };
    const list = talk.body.messages ?? talk.body.input ?? talk.body.contents;
    const rows = talk.body.contents ? said.contents : talk.target.wire === "anthropic-messages" ? said.messages : [stray];
    list.splice(list.findIndex(({ role }) => role === "user") + 1, 0, ...rows);
    return { where: found.at };
  },
  "answer a call twice": (talk, random, pool, kind) => {
    const found = some(random, kind === "anthropic" ? exchangesOf(talk) : []);
    found?.list.splice(found.list.indexOf(found.one), 0, { ...found.one });
    return found && { where: found.at };
  },
  "make a call twice": (talk, random, pool, kind) => {
    const turns = kind === "anthropic" ? talk.body.messages.filter(({ role, content }) => role === "assistant" && content.some(({ type }) => type === "tool_use")) : [];
    const message = some(random, turns);
    if (!message) return null;
    message.content.push({ ...message.content.findLast(({ type }) => type === "tool_use") });
    return { where: "/messages" };
  },
  "take the call of a result away": (talk, random, pool, kind) => {
    const found = some(random, kind === "responses" ? exchangesOf(talk) : []);
    const call = found?.call();
    if (!call) return null;
    talk.body.input.splice(talk.body.input.indexOf(call), 1);
    return { where: found.at };
  },
};

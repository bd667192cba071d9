// One change of a smart agent's state, made to an object or to the text of a store. All other bytes of a text stay unchanged.
import { InputError } from "../errors/index.js";
import { isBytes } from "../text/bytes.js";
import { textOf } from "../text/input.js";
import { edit, rawOf, scan } from "../text/text.js";

/** Returns a state as an object. A text is parsed; `source` is that text. */
export function stateFrom(given) {
  const isText = typeof given === "string" || isBytes(given);
  const state = isText ? parsedState(given) : given;
  if (typeof state !== "object" || state === null || Array.isArray(state)) throw new InputError("state must be an object, or the text of one", { code: "E_INPUT" });
  return { state, source: isText ? given : undefined };
}

function parsedState(given) {
  const source = rawOf(given);
  // The scan names the invalid byte; the engine's parser does not.
  scan(source);
  return JSON.parse(typeof source === "string" ? source : textOf(source));
}

/**
 * Changes a state. `list` and `nth` name the entry that gets `members`, `ctx` has the new members of its context, and `message` is appended
 * to the messages. A member that is `undefined` is removed.
 */
export function changedState({ state, source }, { list, nth, members, ctx, message }) {
  if (source !== undefined) return edit(source, changesOf(state, { list, nth, members, ctx, message }));
  const entries = state[list].map((entry, at) => ({ ...entry, ...(at === nth && members) }));
  dropUndefined(entries[nth], members);
  const context = { ...state.ctx, ...ctx };
  dropUndefined(context, ctx);
  return { ...state, [list]: entries, ...(message && { messages: [...(state.messages ?? []), message] }), ctx: context };
}

function dropUndefined(object, members) {
  for (const name of Object.keys(members)) if (members[name] === undefined) delete object[name];
}

/** Returns the same change as edits of a text. */
function changesOf(state, { list, nth, members, ctx, message }) {
  const changes = memberChanges(state[list][nth], `/${list}/${nth}`, members);
  if (isObject(state.ctx)) changes.push(...memberChanges(state.ctx, "/ctx", ctx));
  else changes.push({ op: "set", pointer: "", name: "ctx", json: JSON.stringify(ctx) });
  if (!message) return changes;
  const json = JSON.stringify(message);
  changes.push(Array.isArray(state.messages) ? { op: "append", pointer: "/messages", json } : { op: "set", pointer: "", name: "messages", json: `[${json}]` });
  return changes;
}

function memberChanges(object, pointer, members) {
  return Object.entries(members).flatMap(([name, value]) => {
    if (value !== undefined) return [{ op: "set", pointer, name, json: JSON.stringify(value) }];
    return Object.hasOwn(object, name) ? [{ op: "remove", pointer: `${pointer}/${name}` }] : [];
  });
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

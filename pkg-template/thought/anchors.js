// Where in a request a thought belongs: beside the parts that stood beside it in its answer.
import { namesOf, ordered } from "../exchange/neighbours.js";
import { nativeOf } from "./native.js";
import { turnOf } from "./order.js";

/** The parts of the answers in a request, by their names, for thoughts that are to go among them. */
export class Anchors {
  #history;
  #first;
  #parts = new Map();
  #turns = new Map();
  #handles = new Map();

  constructor(history, thoughts, isFirst = false) {
    this.#history = history;
    this.#first = isFirst ? history.entries[0] : undefined;
    history.entries.forEach((entry, nth) => {
      if (entry.role !== "assistant" && entry.role !== undefined) return;
      for (const part of entry.parts) for (const name of namesOf(part)) listIn(this.#parts, name).push({ entry, part, nth });
    });
    for (const thought of thoughts) {
      const { self = [], next = [], previous = [] } = nativeOf(thought) ?? {};
      for (const name of new Set([...self, ...next, ...previous])) if (!listIn(this.#turns, name).includes(turnOf(thought))) this.#turns.get(name).push(turnOf(thought));
    }
    for (const { handles, pointer } of history.thoughts) for (const handle of handles) this.#handles.set(handle, pointer);
  }

  /** The pointer of a thought that is in the request already: its handles are. */
  presentAt({ handles }) {
    return handles.length && handles.every((handle) => this.#handles.has(handle)) ? this.#handles.get(handles[0]) : undefined;
  }

  /** The pointer of a thought that is only a text, and stands between tags in a text of the request. */
  spokenAt({ content, isOpaque }) {
    return isOpaque ? undefined : this.#history.thoughts.find(({ native, text }) => !native && text === content)?.pointer;
  }

  /** The last input of the user, if an answer stands before it. */
  get lastInput() {
    const { entries } = this.#history;
    return entries.slice(0, this.round).some(({ role }) => role === "assistant") ? entries[this.round - 1] : undefined;
  }

  /** The part that a thought hangs on (`on`), stands before or stands after; `why` if there is none. */
  find(thought) {
    const { self = [], next = [], previous = [] } = nativeOf(thought) ?? {};
    let isUnclear = false;
    for (const [side, names] of [["on", self], ["before", next], ["after", previous]]) {
      for (const name of names) {
        const found = this.#parts.get(name) ?? [];
        const turns = this.#turns.get(name) ?? [];
        // The same words in several answers: if each has its thought, they go in order. Else nothing says whose this one is.
        const nth = found.length === 1 && turns.length === 1 ? 0 : found.length === turns.length ? turns.indexOf(turnOf(thought)) : -1;
        if (found[nth]) return { side, ...found[nth] };
        isUnclear ||= found.length > 0;
      }
    }
    if (this.#first) return { side: "before", entry: this.#first, part: this.#first.parts[0] ?? this.#first, nth: 0 };
    return { why: isUnclear ? "its answer stands in the request more than once, and nothing says which is meant" : "nothing of its answer is in the request" };
  }

  /** The number of the first entry after the last input of the user. */
  get round() {
    const last = this.#history.entries.findLastIndex(({ role, parts }) => role === "user" && (!parts.length || parts.some(({ kind }) => kind !== "result")));
    return last + 1;
  }
}

/** The pointers of thoughts in a request, each found by its handles, else by its block; every place is used once. */
export function pointersIn(history) {
  const free = history.thoughts.map((thought) => ({ pointer: thought.pointer, handles: thought.handles.join("\n"), block: blockText(thought.raw) }));
  return (handles, json) => {
    const nth = free.findIndex((one) => (handles.length ? one.handles === handles.join("\n") : json !== undefined && one.block === blockText(json)));
    return nth < 0 ? undefined : free.splice(nth, 1)[0].pointer;
  };
}

/** A block with its members in order, so that two spellings of it are one. */
export function blockText(json) {
  try {
    return ordered(JSON.parse(json));
  } catch {
    return json;
  }
}

function listIn(map, name) {
  if (!map.has(name)) map.set(name, []);
  return map.get(name);
}

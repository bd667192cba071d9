// The places of a request that thoughts go into: lists of blocks, members of messages, and parts that carry a handle.
import { ordered } from "../exchange/neighbours.js";
import { storable } from "./stored.js";
import { ITEMS, nativeOf } from "./native.js";

/** A visible text as a part of an answer. */
const TEXTS = {
  "bedrock-converse": (text) => ({ text }),
  "gemini-generate": (text) => ({ text }),
  "openai-responses": (text) => ({ role: "assistant", content: text }),
  "gemini-interactions": (text) => ({ type: "model_output", content: [{ type: "text", text }] }),
};

/** The changes to one request. Nothing is put in twice. */
export class Slots {
  #root;
  #wire;
  #edits = [];
  #lists = new Map();
  #beside = new Map();
  #held = new Map();

  constructor(root, wire) {
    [this.#root, this.#wire] = [root, wire];
  }

  /** Puts a block or a member to its place. Returns why it cannot, or nothing. */
  put({ side, entry, part }, json, { list, name }) {
    if (side === "on") return this.#attach(part.pointer, json);
    // Until May 2026, steps of the Interactions API stood inside a message.
    const isMessage = this.#wire === "gemini-interactions" && at(this.#root, entry.pointer)?.role !== undefined;
    if (isMessage) return this.#insert(entry.pointer, "content", side, part.pointer, json);
    if (ITEMS.includes(this.#wire)) return this.#insertItem(entry.pointer, side, json);
    if (list !== undefined) return this.#insert(entry.pointer, list, side, part.pointer, json);
    const here = at(this.#root, entry.pointer)?.[name];
    if (here === undefined || here === null) this.#edits.push({ op: "set", pointer: entry.pointer, name, json });
    else if (ordered(here) !== ordered(JSON.parse(json))) return "another thought stands in its place";
    return undefined;
  }

  /** Puts a visible text before or after a part. */
  say({ side, entry, part }, text) {
    const json = JSON.stringify((TEXTS[this.#wire] ?? ((said) => ({ type: "text", text: said })))(text));
    if (ITEMS.includes(this.#wire)) return this.#insertItem(entry.pointer, side, json);
    const list = this.#wire === "gemini-generate" ? "parts" : "content";
    const content = at(this.#root, entry.pointer)?.[list];
    if (Array.isArray(content)) return this.#insert(entry.pointer, list, side, part.pointer, json);
    const said = typeof content === "string" ? content : "";
    // Chats join texts with a blank line.
    const whole = [text, said].filter(Boolean).join("\n\n");
    if (!said.startsWith(text)) this.#edits.push({ op: "set", pointer: entry.pointer, name: list, json: JSON.stringify(whole) });
    return undefined;
  }

  /** Puts an answer that is nothing but a text before an entry. */
  answer({ pointer }, text) {
    const part = (TEXTS[this.#wire] ?? ((said) => said))(text);
    const isItem = ITEMS.includes(this.#wire);
    const json = JSON.stringify(isItem ? part : this.#wire === "gemini-generate" ? { role: "model", parts: [part] } : { role: "assistant", content: typeof part === "string" ? part : [part] });
    this.#insertItem(pointer, "before", json);
  }

  /** Puts the payload of a thought into a member of the request beside the messages. Returns its pointer. */
  beside(name, thought) {
    const existing = Array.isArray(this.#root[name]) ? this.#root[name] : [];
    if (!this.#beside.has(name)) this.#beside.set(name, [...existing]);
    const entries = this.#beside.get(name);
    const { id, replayCompatibility, payload } = thought;
    const native = nativeOf(thought);
    const entry = { id, replayCompatibility, ...(native ? { payload: JSON.parse(native.block) } : storable(payload)) };
    const nth = entries.findIndex((one) => one?.id === id);
    entries.splice(nth < 0 ? entries.length : nth, nth < 0 ? 0 : 1, entry);
    return `/${name}/${nth < 0 ? entries.length - 1 : nth}`;
  }

  /** All changes, for `edit`. */
  edits() {
    const edits = [...this.#edits];
    for (const { pointer, list, blocks } of this.#lists.values()) edits.push(...listEdits(at(this.#root, pointer)?.[list], pointer, list, blocks));
    for (const [name, entries] of this.#beside) if (ordered(entries) !== ordered(this.#root[name])) edits.push({ op: "set", pointer: "", name, json: JSON.stringify(entries) });
    return edits;
  }

  /** Gives a part the handle that it had: as it was issued if all else is the same, else the members that it lacks. */
  #attach(pointer, json) {
    const [here, issued] = [at(this.#root, pointer), JSON.parse(json)];
    if (typeof here !== "object" || here === null) return "the part that carried it is no object any more";
    const lacks = Object.keys(issued).filter((name) => !Object.hasOwn(here, name));
    const isSame = Object.keys(here).every((name) => Object.hasOwn(issued, name) && ordered(here[name]) === ordered(issued[name]));
    if (isSame && lacks.length) this.#edits.push({ op: "replace", pointer, json });
    else for (const name of lacks.filter((one) => HANDLES.includes(one))) this.#edits.push({ op: "set", pointer, name, json: JSON.stringify(issued[name]) });
    return undefined;
  }

  /** True if a list holds a block already. */
  #has(key, list, json) {
    if (!this.#held.has(key)) this.#held.set(key, new Set(list.map(ordered)));
    return this.#held.get(key).has(ordered(JSON.parse(json)));
  }

  #insertItem(pointer, side, json) {
    const [list, nth] = parentOf(pointer);
    const items = at(this.#root, list);
    const place = side === "before" ? nth : nth + 1;
    if (this.#has(list, items, json)) return undefined;
    this.#edits.push(place < items.length ? { op: "insert", pointer: `${list}/${place}`, json } : { op: "append", pointer: list, json });
    return undefined;
  }

  #insert(pointer, list, side, anchor, json) {
    const content = at(this.#root, pointer)?.[list];
    const key = `${pointer}/${list}`;
    if (Array.isArray(content) && this.#has(key, content, json)) return undefined;
    if (!this.#lists.has(key)) this.#lists.set(key, { pointer, list, blocks: [] });
    const [parent, nth] = parentOf(anchor);
    const before = side === "before";
    // An anchor elsewhere in the message, such as a call beside the content, comes after all blocks.
    const index = parent === key ? nth + (before ? 0 : 1) : Infinity;
    this.#lists.get(key).blocks.push({ index, before: before || parent !== key, json });
    return undefined;
  }
}

const HANDLES = ["thoughtSignature", "thought_signature", "signature", "extra_content"];

function listEdits(content, pointer, list, blocks) {
  if (Array.isArray(content)) return blocks.map(({ index, json }) => (index < content.length ? { op: "insert", pointer: `${pointer}/${list}/${index}`, json } : { op: "append", pointer: `${pointer}/${list}`, json }));
  const texts = typeof content === "string" && content !== "" ? [JSON.stringify({ type: "text", text: content })] : [];
  const [first, last] = [blocks.filter(({ before }) => before), blocks.filter(({ before }) => !before)].map((some) => some.map(({ json }) => json));
  return [{ op: "set", pointer, name: list, json: `[${[...first, ...texts, ...last].join(",")}]` }];
}

function parentOf(pointer) {
  const end = pointer.lastIndexOf("/");
  return [pointer.slice(0, end), Number(pointer.slice(end + 1))];
}

const at = (root, pointer) => pointer.split("/").slice(1).reduce((value, key) => value?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], root);

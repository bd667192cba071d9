// Clark's typed items of the thoughts of every wire. The core writes them and reads them.
import * as glue from "../wasm/glue.js";
import { ShapeError } from "../errors/index.js";
import { decode } from "../exchange/exchange.js";
import { bytesOfTarget } from "../exchange/target.js";
import { Turn } from "../exchange/turn.js";
import { isBytes } from "../text/bytes.js";
import { bytesOf, isPlainObject, textOf } from "../text/input.js";
import { jsonText } from "../text/object-text.js";
import { scan } from "../text/text.js";
import { keptBytes } from "../thought/kept.js";
import { Thought } from "../thought/thought.js";
import { guarded } from "../wasm/recover.js";

const typedItems = guarded(glue.typedItems);
const itemPayload = guarded(glue.itemPayload);
const replayTag = guarded(glue.replayTag);
const encoder = new TextEncoder();

/** Returns the thoughts of a turn or of a body, or a list unchanged. */
export function thoughtsIn(source, target) {
  return Array.isArray(source) ? source : (Turn.origin(source) ? source : decode(source, target)).thoughts;
}

/** Returns the typed items of thoughts, each with its thought. It leaves out the text in which OpenRouter repeats its items. */
export function viewsOf(thoughts) {
  return JSON.parse(textOf(typedItems(keptBytes(thoughts)))).map(({ thought: nth, format, item }) => {
    const thought = thoughts[nth];
    const { kind, handles, pointer, raw } = thought;
    return { kind, format, signed: handles.length > 0, pointer, raw, item: JSON.parse(item), thought };
  });
}

/** Returns the thought of an item: itself, or the one that its view was made of, which a store may have kept. */
export function thoughtOf(item) {
  if (Thought.isThought(item)) return item;
  const { thought } = item ?? {};
  if (thought === undefined || thought === null) return undefined;
  return Thought.isThought(thought) ? thought : Thought.fromRaw(thought);
}

/** Returns the thought of an item that has only its members. `from` is its issuer, if the caller gives it. */
export function thoughtOfItem(given, nth, from) {
  const item = parsed(given?.item ?? given?.raw ?? given, nth);
  const payload = JSON.parse(textOf(itemPayload(encoder.encode(jsonText(item, "item")), from === undefined ? new Uint8Array() : bytesOfTarget(from))));
  const content = [item.text, item.summary].find((text) => typeof text === "string") ?? "";
  return new Thought({ id: `item ${String(nth).padStart(4, "0")}`, content, payload, replayCompatibility: replayTag(payload.wire), createdAt: 0, updatedAt: 0 });
}

function parsed(item, nth) {
  const what = `items[${nth}]`;
  const isText = typeof item === "string" || isBytes(item);
  // The scanner reports where a text is not JSON; JSON.parse would throw an untyped error.
  const read = isText ? (scan(item), JSON.parse(textOf(bytesOf(item, what)))) : item;
  if (isPlainObject(read)) return read;
  throw new ShapeError("a reasoning item is an object", { code: "E_REASONING_ITEM", pointer: `/items/${nth}` });
}

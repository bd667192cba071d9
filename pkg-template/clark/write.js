// A typed item in the shape of another provider.
import { ShapeError } from "../errors/index.js";
import { targetOf } from "../exchange/target.js";
import { optionsFrom } from "../text/options.js";
import { isBytes } from "../text/bytes.js";
import { bytesOf, isPlainObject, textOf } from "../text/input.js";
import { scan } from "../text/text.js";
import { Thought } from "../thought/thought.js";
import { fatesOf } from "../thought/travel.js";
import { thoughtOfItem } from "./items.js";

/** The thought of an item: itself, the one that its view was made of, or one that is made of its members. */
export function thoughtToWrite(item, nth = 0, from = undefined) {
  if (Thought.isThought(item)) return item;
  if (Thought.isThought(item?.thought)) return item.thought;
  return thoughtOfItem(parsed(item?.item ?? item?.raw ?? item, nth), nth, from);
}

function parsed(item, nth) {
  const what = `items[${nth}]`;
  const isText = typeof item === "string" || isBytes(item);
  // The scanner says where a text is not JSON; JSON.parse would throw an error of no type.
  const read = isText ? (scan(item), JSON.parse(textOf(bytesOf(item, what)))) : item;
  if (isPlainObject(read)) return read;
  throw new ShapeError("a reasoning item is an object", { code: "E_REASONING_ITEM", pointer: `/items/${nth}` });
}

export function writeItem(item, target, options) {
  const { from, policy } = optionsFrom(options, ["from", "policy"]);
  const thought = thoughtToWrite(item, 0, from === undefined ? undefined : targetOf(from));
  const [{ fate, reason, json, text, beside }] = fatesOf([thought], targetOf(target), policy);
  const isNative = thought === item || thought === item?.thought;
  const block = json ?? (text === undefined ? undefined : JSON.stringify(text));
  const word = fate === "verbatim" && !isNative ? "routed" : fate;
  return { fate: word, reason, ...(block === undefined ? {} : { block }), ...(beside === undefined ? {} : { beside }) };
}

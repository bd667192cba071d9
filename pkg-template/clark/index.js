// `rethought/clark`: the reasoning items of clark-agent, of every wire, each with its own bytes, and the codecs that read and write them.
import * as glue from "../wasm/glue.js";
import { GuardedCodec, register, registered, WireCodec } from "./codecs.js";
import { contractOf, strictest } from "./contract.js";
import { itemThoughts, viewOf } from "./items.js";
import { InputError } from "../errors/index.js";
import { Turn } from "../exchange/turn.js";
import { guarded } from "../wasm/recover.js";
import { isBytes } from "../text/bytes.js";
import { bytesOf, likeInput, stringOf, textOf } from "../text/input.js";
import { jsonText } from "../text/object-text.js";
import { edit, withRaw } from "../text/text.js";
import { Thought } from "../thought/thought.js";

const wasm = Object.fromEntries(["auditReplay", "reasoningFacts", "reasoningItems"].map((name) => [name, guarded(glue[name])]));
const encoder = new TextEncoder();

export function readReasoningItem(body, pointer = "") {
  const bytes = bytesOf(body);
  const facts = wasm.reasoningFacts(bytes, stringOf(pointer, "pointer"));
  return { ...withRaw(facts, bytes, body), item: JSON.parse(textOf(bytes.subarray(facts.start, facts.end))) };
}

export class OpenRouterReasoningCodec {
  parseResponse(body) {
    const bytes = bytesOf(body);
    const places = JSON.parse(textOf(wasm.reasoningItems(bytes)));
    const items = [];
    for (let nth = 0; nth < places.length; nth += 3) {
      const [pointer, start, end] = places.slice(nth, nth + 3);
      const raw = bytes.slice(start, end);
      const { item, kind, format, signed } = readReasoningItem(raw);
      items.push({ pointer, kind, format, signed, start, end, raw: likeInput(raw, body), item });
    }
    return items;
  }

  writeAssistant(message, items) {
    if (!Array.isArray(items)) throw new InputError("items must be an array", { code: "E_INPUT" });
    const list = items.map((item, nth) => textOfItem(item?.raw ?? item, `items[${nth}]`));
    // Without items the message is only read.
    return edit(message, list.length ? [{ op: "set", pointer: "", name: "reasoning_details", json: `[${list.join(",")}]` }] : []);
  }

  replayContract(format) {
    return contractOf(format);
  }
}

/** The text of an item that is one; of an object that was parsed the bytes are gone, so it is refused. */
function textOfItem(raw, what) {
  const bytes = bytesOf(raw, what);
  readReasoningItem(bytes);
  return textOf(bytes);
}

/** Audits a turn, its thoughts, or items as they came. Without a contract, the strictest of their formats holds. */
export function auditReplay(items, contract, nextTurnCarriesTools) {
  if (!Array.isArray(items) && !Turn.origin(items)) throw new InputError("items must be an array or a turn", { code: "E_INPUT" });
  if (typeof nextTurnCarriesTools !== "boolean") throw new InputError("nextTurnCarriesTools must be true or false", { code: "E_INPUT" });
  const texts = itemThoughts(items).map(itemText);
  const wanted = contract ?? strictest(texts.map((text) => readReasoningItem(text).format));
  const list = encoder.encode(`[${texts.join(",")}]`);
  const { violations, ...counts } = JSON.parse(textOf(wasm.auditReplay(list, stringOf(wanted, "contract"), nextTurnCarriesTools)));
  return { ...counts, ...(violations.length ? { violation: violations[0] } : {}), violations };
}

/** The text of an item: of a thought its typed item; of one that was parsed what is left of it; else as it came. Only a look is taken at it. */
function itemText(item, nth) {
  const thought = Thought.isThought(item) ? item : item?.thought;
  if (Thought.isThought(thought)) return JSON.stringify(viewOf(thought, nth).item);
  const given = item?.raw ?? item;
  const plain = typeof given === "object" && given !== null && !isBytes(given);
  return plain ? jsonText(given, `items[${nth}]`) : textOf(bytesOf(given, `items[${nth}]`));
}

/** The reasoning of a turn or a body of any wire, as typed items with their native blocks. */
export function reasoningItems(source, target) {
  const codec = registered(target?.wire ?? target);
  return codec ? codec.parseResponse(source) : itemThoughts(source, target).map(viewOf);
}

export function registerCodec(wire, codec) {
  return register(wire, codec, (name, given) => new GuardedCodec(name, given, readReasoningItem));
}

export function codecFor(wire) {
  const name = stringOf(wire, "wire");
  if (registered(name)) return registered(name);
  return name === "openrouter-chat" ? new OpenRouterReasoningCodec() : new WireCodec(name);
}

export function replayContract(format, wire) {
  const name = stringOf(format, "format");
  return registered(wire)?.replayContract(name) ?? contractOf(name);
}

export { writeItem } from "./write.js";

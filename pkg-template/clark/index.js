// `rethought/clark`: the reasoning items of clark-agent for every wire, each with its original bytes, and the codecs that read and write them.
import * as glue from "../wasm/glue.js";
import { GuardedCodec, register, registered, WireCodec } from "./codecs.js";
import { contractOf } from "./contract.js";
import { thoughtOf, thoughtsIn, viewsOf } from "./items.js";
import { InputError } from "../errors/index.js";
import { Turn } from "../exchange/turn.js";
import { guarded } from "../wasm/recover.js";
import { isBytes } from "../text/bytes.js";
import { bytesOf, likeInput, stringOf, textOf } from "../text/input.js";
import { jsonText } from "../text/object-text.js";
import { edit, withRaw } from "../text/text.js";
import { refuseUnknownWire } from "../exchange/wire-names.js";

const wasm = { auditReplay: guarded(glue.auditReplay), reasoningFacts: guarded(glue.reasoningFacts), reasoningItems: guarded(glue.reasoningItems) };
const encoder = new TextEncoder();

export function readReasoningItem(body, pointer = "") {
  const bytes = bytesOf(body);
  const facts = wasm.reasoningFacts(bytes, stringOf(pointer, "pointer"));
  return { ...withRaw(facts, bytes, body), item: JSON.parse(textOf(bytes.subarray(facts.start, facts.end))) };
}

export class OpenRouterReasoningCodec {
  parseResponse(body) {
    const isText = typeof body === "string" || isBytes(body);
    const bytes = isText ? bytesOf(body) : encoder.encode(jsonText(body, "body"));
    const places = JSON.parse(textOf(wasm.reasoningItems(bytes)));
    const items = [];
    for (let nth = 0; nth < places.length; nth += 3) {
      const [pointer, start, end] = places.slice(nth, nth + 3);
      const raw = bytes.slice(start, end);
      const { item, kind, format, signed } = readReasoningItem(raw);
      items.push({ pointer, kind, format, signed, start, end, raw: isText ? likeInput(raw, body) : textOf(raw), item });
    }
    return items;
  }

  writeAssistant(message, items) {
    if (!Array.isArray(items)) throw new InputError("items must be an array", { code: "E_INPUT" });
    const list = items.map((item, nth) => textOfItem(item?.raw ?? item?.item ?? item, `items[${nth}]`));
    const isText = typeof message === "string" || isBytes(message);
    // Without items the message is only read.
    const written = edit(isText ? message : jsonText(message, "message"), list.length ? [{ op: "set", pointer: "", name: "reasoning_details", json: `[${list.join(",")}]` }] : []);
    return isText ? written : JSON.parse(written);
  }

  replayContract(format) {
    return contractOf(format);
  }
}

/** Returns the text of an item: the given text, or that of a parsed object. */
function textOfItem(given, what) {
  const isParsed = typeof given === "object" && given !== null && !isBytes(given);
  const bytes = isParsed ? encoder.encode(jsonText(given, what)) : bytesOf(given, what);
  readReasoningItem(bytes);
  return textOf(bytes);
}

/** Audits a turn, its thoughts, or original items. Without a contract, the strictest of their formats applies. */
export function auditReplay(items, contract, nextTurnCarriesTools) {
  if (!Array.isArray(items) && !Turn.origin(items)) throw new InputError("items must be an array or a turn", { code: "E_INPUT" });
  if (typeof nextTurnCarriesTools !== "boolean") throw new InputError("nextTurnCarriesTools must be true or false", { code: "E_INPUT" });
  const list = encoder.encode(`[${itemTexts(thoughtsIn(items)).join(",")}]`);
  const { violations, ...counts } = JSON.parse(textOf(wasm.auditReplay(list, contract === undefined || contract === null ? "" : stringOf(contract, "contract"), nextTurnCarriesTools)));
  return { ...counts, ...(violations.length ? { violation: violations[0] } : {}), violations };
}

/** Returns the texts of items: for thoughts their typed items, in their places, and for plain items the items. It does not change them. */
function itemTexts(items) {
  const thoughts = items.map(thoughtOf);
  const typed = new Map(viewsOf(thoughts.filter(Boolean)).map(({ thought, item }) => [thought, JSON.stringify(item)]));
  const texts = items.map((item, nth) => (thoughts[nth] ? typed.get(thoughts[nth]) : textOfAny(item?.raw ?? item, `items[${nth}]`)));
  return texts.filter((text) => text !== undefined);
}

const textOfAny = (given, what) => (typeof given === "object" && given !== null && !isBytes(given) ? jsonText(given, what) : textOf(bytesOf(given, what)));

/** Returns the reasoning of a turn or a body of any wire, as typed items with their native blocks. */
export function reasoningItems(source, target) {
  const codec = registered(target?.wire ?? target);
  return codec ? codec.parseResponse(source) : viewsOf(thoughtsIn(source, target));
}

export function registerCodec(wire, codec) {
  return register(wire, codec, (name, given) => new GuardedCodec(name, given, readReasoningItem));
}

export function codecFor(wire) {
  const name = stringOf(wire, "wire");
  if (registered(name)) return registered(name);
  refuseUnknownWire(name, "/wire");
  return name === "openrouter-chat" ? new OpenRouterReasoningCodec() : new WireCodec(name);
}

export function replayContract(format, wire) {
  const name = stringOf(format, "format");
  return registered(wire)?.replayContract(name) ?? contractOf(name);
}

export { writeItem } from "./write.js";

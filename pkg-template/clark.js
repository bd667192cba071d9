// `rethought/clark`: the reasoning items of clark-agent, which are OpenRouter's `reasoning_details`, each in its own bytes.
import * as glue from "./glue.js";
import { InputError } from "./errors.js";
import { guarded } from "./recover.js";
import { isBytes } from "./text/bytes.js";
import { bytesOf, likeInput, stringOf, textOf } from "./text/input.js";
import { jsonText } from "./text/object-text.js";
import { edit, withRaw } from "./text/text.js";

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
}

/** The text of an item that is one; of an object that was parsed the bytes are gone, so it is refused. */
function textOfItem(raw, what) {
  const bytes = bytesOf(raw, what);
  readReasoningItem(bytes);
  return textOf(bytes);
}

export function auditReplay(items, contract, nextTurnCarriesTools) {
  if (!Array.isArray(items)) throw new InputError("items must be an array", { code: "E_INPUT" });
  if (typeof nextTurnCarriesTools !== "boolean") throw new InputError("nextTurnCarriesTools must be true or false", { code: "E_INPUT" });
  const list = encoder.encode(`[${items.map(itemText).join(",")}]`);
  const { violations, ...counts } = JSON.parse(textOf(wasm.auditReplay(list, stringOf(contract, "contract"), nextTurnCarriesTools)));
  return { ...counts, ...(violations.length ? { violation: violations[0] } : {}), violations };
}

/** The text of an item: as it came, or, of one that was parsed, what is left of it. Only a look is taken at it. */
function itemText(item, nth) {
  const given = item?.raw ?? item;
  const plain = typeof given === "object" && given !== null && !isBytes(given);
  return plain ? jsonText(given, `items[${nth}]`) : textOf(bytesOf(given, `items[${nth}]`));
}

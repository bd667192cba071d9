// Clark's codec for OpenRouter's `reasoning_details`, each item in its own bytes.
import * as glue from "./glue.js";
import { edit, readReasoningItem } from "./text.js";
import { InputError } from "./errors.js";
import { bytesOf, likeInput, textOf } from "./input.js";
import { guarded } from "./recover.js";

const reasoningItems = guarded(glue.reasoningItems);

export class OpenRouterReasoningCodec {
  parseResponse(body) {
    const bytes = bytesOf(body);
    const places = JSON.parse(textOf(reasoningItems(bytes)));
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

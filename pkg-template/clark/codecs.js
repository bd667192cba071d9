// Codecs by name: those of the wires, and those of callers. A caller's codec may throw and may return anything: both are typed errors with a place.
import { rowsFor } from "../audit/audit.js";
import { InputError, RethoughtError, ShapeError } from "../errors/index.js";
import * as glue from "../wasm/glue.js";
import { bytesOfTarget } from "../exchange/target.js";
import { bytesOf, isPlainObject, likeInput, stringOf, textOf } from "../text/input.js";
import { jsonText } from "../text/object-text.js";
import { isBytes } from "../text/bytes.js";
import { keptBytes } from "../thought/kept.js";
import { guarded } from "../wasm/recover.js";
import { contractOf, WORDS } from "./contract.js";
import { thoughtOf, thoughtOfItem, thoughtsIn, viewsOf } from "./items.js";

const placeInAnswer = guarded(glue.placeInAnswer);
const encoder = new TextEncoder();
const own = new Map();

/** Registers `codec` for a wire or a dialect. Returns the function that removes it. */
export function register(name, codec, wrap) {
  const wire = stringOf(name, "wire");
  if (typeof codec?.parseResponse !== "function" || typeof codec.writeAssistant !== "function") throw new InputError("a codec has parseResponse and writeAssistant", { code: "E_INPUT", pointer: "/codec" });
  const guarded = wrap(wire, codec);
  own.set(wire, guarded);
  return () => own.get(wire) === guarded && own.delete(wire);
}

export const registered = (wire) => own.get(wire);

/** A codec of the caller, whose mistakes are reported. */
export class GuardedCodec {
  #wire;
  #codec;
  #read;

  constructor(wire, codec, read) {
    [this.#wire, this.#codec, this.#read] = [wire, codec, read];
  }

  parseResponse(body) {
    const items = this.#call("parseResponse", [body]);
    if (!Array.isArray(items)) throw this.#wrong("parseResponse must give an array of items", "/items");
    return items.map((given, nth) => this.#item(given, nth));
  }

  #item(given, nth) {
    const pointer = `/items/${nth}`;
    const item = given?.item ?? given;
    if (!isPlainObject(item)) throw this.#wrong("an item is an object", pointer);
    try {
      const raw = given.raw === undefined ? jsonText(item, "item") : given.raw;
      const { kind, format, signed } = this.#read(jsonText(item, "item"));
      return { kind, format, signed, pointer: typeof given.pointer === "string" ? given.pointer : pointer, raw, item };
    } catch (cause) {
      throw this.#wrong("an item cannot be written as JSON", pointer, cause);
    }
  }

  writeAssistant(message, items) {
    const written = this.#call("writeAssistant", [message, items]);
    if (typeof written !== typeof message || isBytes(written) !== isBytes(message) || written === null) throw this.#wrong("writeAssistant must give a message in the form in which it got one", "/message");
    return written;
  }

  replayContract(format) {
    if (typeof this.#codec.replayContract !== "function") return contractOf(format);
    const contract = this.#call("replayContract", [format]);
    if (WORDS.includes(contract)) return contract;
    throw this.#wrong(`replayContract must give one of ${WORDS.join(", ")}`, "/contract");
  }

  #call(name, values) {
    try {
      return this.#codec[name](...values);
    } catch (cause) {
      if (cause instanceof RethoughtError) throw cause;
      throw this.#wrong(`${name} failed`, `/${name}`, cause);
    }
  }

  #wrong(why, pointer, cause) {
    return new ShapeError(`the codec of ${this.#wire}: ${why}`, { code: "E_REASONING_ITEM", pointer, cause });
  }
}

/** The codec of one of our wires: reads and writes thoughts in the form of the wire. */
export class WireCodec {
  #wire;

  constructor(wire) {
    this.#wire = wire;
  }

  parseResponse(body) {
    return viewsOf(thoughtsIn(body, { wire: this.#wire }));
  }

  /**
   * Returns a message, or a list of items on the wires of items, with the reasoning items in their places: beside the parts that they came with, else
   * at the front.
   */
  writeAssistant(message, items) {
    if (!Array.isArray(items)) throw new InputError("items must be an array", { code: "E_INPUT" });
    const isText = typeof message === "string" || isBytes(message);
    const bytes = isText ? bytesOf(message, "message") : encoder.encode(jsonText(message, "message"));
    const thoughts = items.map((item, nth) => thoughtOf(item) ?? thoughtOfItem(item, nth));
    const [written, planned] = placeInAnswer(bytes, keptBytes(thoughts), bytesOfTarget({ wire: this.#wire }), rowsFor());
    const plan = JSON.parse(textOf(planned));
    const left = plan.findIndex(({ fate }) => fate === "elided");
    if (left >= 0) throw new ShapeError(`${this.#wire} cannot carry this item: ${plan[left].reason}`, { code: "E_REASONING_ITEM", pointer: `/items/${left}` });
    return isText ? likeInput(written, message) : JSON.parse(textOf(written));
  }

  replayContract(format) {
    return contractOf(format);
  }
}

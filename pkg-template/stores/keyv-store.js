// A store over Keyv. Keyv has no «set if absent», and reports most errors only by an event: a value that could not be read looks missing.
import { InputError, StoreError } from "../errors/index.js";
import { optionsFrom } from "../text/options.js";
import { checkClient } from "./checked-store.js";
import { settledStore } from "./settled-store.js";

export function keyvStore(keyv, options) {
  const { settleMs = 100 } = optionsFrom(options, ["settleMs"]);
  checkClient(keyv, ["getMany", "setMany", "on", "off"], "a Keyv");
  if (keyv.ttl) throw new InputError("Keyv's ttl is not supported: index entries expire out of order, and the rest become unreachable.", { code: "E_INPUT", pointer: "/ttl" });
  const errors = new ErrorWatch(keyv);
  return settledStore((keys) => errors.during(() => read(keyv, keys)), (entries) => errors.during(() => write(keyv, entries)), settleMs);
}

/** Keyv 5 reads a storage without `getMany` one value at a time, and then hides errors; `getRaw` does not. */
async function read(keyv, keys) {
  if (typeof keyv.store?.getMany === "function" || typeof keyv.getRaw !== "function") return keyv.getMany(keys);
  return Promise.all(keys.map(async (key) => (await keyv.getRaw(key))?.value));
}

async function write(keyv, entries) {
  const written = await keyv.setMany(entries.map(([key, value]) => ({ key, value })));
  if (Array.isArray(written) && written.includes(false)) throw new StoreError("Keyv has not written a value", { code: "E_STORE" });
}

/** Fails work if its Keyv reports an error meanwhile. It has one listener, and only during work. */
class ErrorWatch {
  #keyv;
  #running = new Set();
  #note = (error) => this.#running.forEach((one) => (one.error ??= error));

  constructor(keyv) {
    this.#keyv = keyv;
  }

  async during(work) {
    const one = { error: undefined };
    if (!this.#running.size) this.#keyv.on("error", this.#note);
    this.#running.add(one);
    try {
      const result = await work();
      if (one.error !== undefined) throw one.error;
      return result;
    } catch (error) {
      throw one.error ?? error;
    } finally {
      this.#running.delete(one);
      if (!this.#running.size) this.#keyv.off("error", this.#note);
    }
  }
}

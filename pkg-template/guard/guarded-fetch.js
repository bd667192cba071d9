// A fetch around another: the calls to providers go through a guard, all others as they are.
import { InputError } from "../errors/index.js";
import { Guard } from "./guard.js";
import { nodeModule } from "./node-module.js";
import { settingsOf } from "./settings.js";

export function guard(fetch, options) {
  if (fetch !== undefined && fetch !== null && typeof fetch !== "function") throw new InputError("fetch is a function; options come after it", { code: "E_INPUT", pointer: "/fetch" });
  const guarding = new Guard(settingsOf(options));
  const send = fetch ?? globalFetch(() => guarded);
  const guarded = Object.defineProperty((...args) => guarding.pass(args, send), "name", { value: "fetch" });
  // Bun's has a function that opens connections beforehand.
  if (typeof fetch?.preconnect === "function") guarded.preconnect = fetch.preconnect;
  return guarding.lend(guarded);
}

/**
 * The fetch of the program, looked up at each call. If that is the guarded one itself (`globalThis.fetch = guard()`), the one that there was before is called, then and from then on.
 * A program may also have put another fetch around the guarded one: a call that comes back here from there goes to the one before, or it would go round for ever.
 */
function globalFetch(guarded) {
  const before = globalThis.fetch;
  let [inside, isInstalled] = [undefined, false];
  return (...args) => {
    const now = globalThis.fetch;
    isInstalled ||= now === guarded();
    if (isInstalled || now === before || inside?.isInside()) return before(...args);
    inside ??= asyncScope();
    return inside.run(() => now(...args));
  };
}

/** Tells whether something runs inside of something else: by the async context, or, where there is none, for as long as the call itself takes. */
function asyncScope() {
  const AsyncLocalStorage = nodeModule("node:async_hooks")?.AsyncLocalStorage;
  if (AsyncLocalStorage) {
    const storage = new AsyncLocalStorage();
    return { isInside: () => storage.getStore() === true, run: (call) => storage.run(true, call) };
  }
  let depth = 0;
  const run = (call) => {
    depth++;
    try {
      return call();
    } finally {
      depth--;
    }
  };
  return { isInside: () => depth > 0, run };
}

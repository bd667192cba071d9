// The life of the wasm instance: start, and replacement after a trap.
//
// A panic leaks its stack frames, an overflow of the stack inside the wasm memory leaves an instance in which every later call
// fails, and memory never shrinks after running out. None of that may reach the next call, so a trap replaces the instance at once.
// The glue keeps the compiled module: replacing is synchronous and fetches nothing.
import load, { __wbg_reset_state as replaceInstance, initSync } from "./glue.js";
import { typed } from "../errors/codes.js";
import { InternalError } from "../errors/index.js";

const ABSENT = 0;
const READY = 1;
const LOST = 2;

let state = ABSENT;
/** Gives the module when a call first needs it. */
let later;
let depth = 0;

/** Counts the replacements. A handle made in an earlier generation is void: its pointer means nothing now, not even to `free()`. */
export let generation = 0;

/** Starts from bytes or from a compiled module. A second entry in the same program finds the work done. */
export function startSync(module) {
  if (state !== ABSENT) return;
  initSync({ module });
  state = READY;
}

/** Starts at the first call that needs it, from what a function then gives: most of an import would be the compilation. */
export function startLater(read) {
  later ??= read;
}

/** Starts from a URL. */
export async function start(url) {
  if (state !== ABSENT) return;
  await load({ module_or_path: url });
  state = READY;
}

/**
 * Wraps a function of the glue: after a trap it throws InternalError, and the next call meets a fresh instance. Other errors get their class.
 * The annotation lets bundlers drop what a program does not call.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function guarded(call) {
  return function (...args) {
    if (state !== READY && depth === 0) prepare();
    depth++;
    try {
      return call.apply(this, args);
    } catch (error) {
      // Assumed before it is known: if the caller's own stack is nearly used up, the next line may throw again.
      const before = state;
      state = LOST;
      if (isTrap(error)) throw new InternalError(`The wasm instance was lost (${error.message}); the next call gets a fresh one.`, { cause: error });
      state = before;
      throw typed(error);
    } finally {
      depth--;
      // Not below an outer call (a getter of the caller's that called us): its frames still live in the old instance.
      if (state === LOST && depth === 0) tryReplace();
    }
  };
}

/** Runs work with a live instance; inside it `generation` is that of the instance. */
export const withInstance = guarded((work) => work());

/**
 * Gives numbers of the wasm side back when their owners are collected: `register(owner, { number, generation }, owner)`. No caller is
 * there to catch an error, so nothing is started for it and nothing is thrown. Old runtimes have no registry and keep the numbers.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function dropsForgotten(drop) {
  if (typeof FinalizationRegistry !== "function") return undefined;
  const guardedDrop = guarded(drop);
  return new FinalizationRegistry(({ number, generation: made }) => {
    if (state !== READY || made !== generation || number === undefined) return;
    try {
      guardedDrop(number);
    } catch {
      // The instance was lost by it and is replaced: with it went the number.
    }
  });
}

function prepare() {
  if (state === LOST) return replace();
  if (later) return startNow();
  throw new Error("rethought/slim: call init(moduleOrBytes) before anything else.");
}

function startNow() {
  try {
    startSync(later());
  } catch (error) {
    throw new InternalError(`The wasm could not be started (${error.message}).`, { cause: error });
  }
}

function replace() {
  generation++;
  replaceInstance();
  state = READY;
}

function tryReplace() {
  try {
    replace();
  } catch {
    // No stack or no memory left at this depth: the state stays LOST and the next call tries again.
  }
}

/** V8 and JavaScriptCore report an exhausted stack as RangeError, SpiderMonkey as its own InternalError. */
function isTrap(error) {
  if (error instanceof InternalError) return false;
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.name === "InternalError";
}

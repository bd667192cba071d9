// Guards inside of guards: a call that one guard has in hand passes through the others, so that it is reported and recorded once.
//
// A call is the same if it has the very object of its options, or the same body while the call of the outer guard runs. What runs inside is known by the async
// context, or, where there is none, for as long as the call itself takes.
import { nodeModule } from "./node-module.js";

/** The options, or the requests, of calls that a guard has in hand. */
const inHand = new WeakSet();
let scope;
let guards = 0;

/** Counts a guard. As long as there is one alone, an async context is not needed; it makes every promise of the program slower in Node 22. */
export function countGuard() {
  guards++;
}

/** Sends a call that a guard has in hand. */
export async function sendInHand(args, send) {
  if (guards < 2) return send();
  const [input, init] = args;
  const object = init ?? (typeof input?.method === "string" ? input : undefined);
  const call = { body: init?.body, isOpen: true };
  if (object) inHand.add(object);
  try {
    return await (scope ??= newScope()).run(call, send);
  } finally {
    call.isOpen = false;
    if (object) inHand.delete(object);
  }
}

/** True if another guard has this call in hand. */
export function isInHand([input, init]) {
  if (guards < 2) return false;
  if (inHand.has(init ?? input)) return true;
  const call = scope?.current();
  return Boolean(call?.isOpen && call.body !== undefined && isSameBody(call.body, init?.body));
}

function isSameBody(one, other) {
  if (one === other) return true;
  if (!(one instanceof Uint8Array && other instanceof Uint8Array) || one.length !== other.length) return false;
  return one.every((byte, at) => byte === other[at]);
}

function newScope() {
  const AsyncLocalStorage = nodeModule("node:async_hooks")?.AsyncLocalStorage ?? globalThis.AsyncLocalStorage;
  if (AsyncLocalStorage) {
    const storage = new AsyncLocalStorage();
    return { current: () => storage.getStore(), run: (call, send) => storage.run(call, send) };
  }
  let now;
  const run = (call, send) => {
    const before = now;
    now = call;
    try {
      return send();
    } finally {
      now = before;
    }
  };
  return { current: () => now, run };
}

// Guards inside of guards: a call that one guard has in hand passes through the others, so that it is reported and recorded once.
//
// A call is the same if it has the very object of its options, or the same body, and runs inside the call of the outer guard. What runs inside is known by the async context. Where there is none, it is what runs for as long
// as the call itself takes, and every call of another guard with the same object.
import { nodeModule } from "./node-module.js";

let scope;
let guards = 0;

/** Counts a guard. As long as there is one alone, an async context is not needed; it makes every promise of the program slower in Node 22. */
export function countGuard() {
  guards++;
}

/** Sends a call that a guard has in hand. */
export async function sendInHand(guard, args, send) {
  if (guards < 2) return send();
  scope ??= newScope();
  const call = { guard, object: objectOf(args), body: args[1]?.body, isOpen: true };
  try {
    return await scope.run(call, send);
  } finally {
    call.isOpen = false;
  }
}

/** True if another guard has this call in hand. */
export const isInHand = (guard, args) => guards > 1 && Boolean(scope?.calls().some((call) => call.isOpen && isSame(call, guard, args)));

function isSame(call, guard, args) {
  const [object, body] = [objectOf(args), args[1]?.body];
  if (call.isBeside) return object !== undefined && call.object === object && call.guard !== guard;
  return (object !== undefined && call.object === object) || (call.body !== undefined && isSameBody(call.body, body));
}

/** The options of a call, or its request. A program may use one object for several calls. */
const objectOf = ([input, init]) => init ?? (typeof input?.method === "string" ? input : undefined);

function isSameBody(one, other) {
  if (one === other) return true;
  if (!(one instanceof Uint8Array && other instanceof Uint8Array) || one.length !== other.length) return false;
  return one.every((byte, at) => byte === other[at]);
}

/** `calls()` are those that the running code may be inside of. */
function newScope() {
  const AsyncLocalStorage = nodeModule("node:async_hooks")?.AsyncLocalStorage ?? globalThis.AsyncLocalStorage;
  if (AsyncLocalStorage) {
    const storage = new AsyncLocalStorage();
    return { calls: () => [storage.getStore()].filter(Boolean), run: (call, send) => storage.run(call, send) };
  }
  const open = new Set();
  const run = async (call, send) => {
    open.add(call);
    try {
      const sent = send();
      call.isBeside = true;
      return await sent;
    } finally {
      open.delete(call);
    }
  };
  return { calls: () => [...open], run };
}

// Finds guarded clients that make their calls without the fetch that they were given. Nothing of these is guarded, and nothing else would show it.
import { isUsed } from "../guard/parts.js";

/** The kinds of clients that were warned of. */
const warned = new Set();

/**
 * Watches methods of a client, named by their paths. If a call of one succeeds and none ever came to the guard, that is printed once. Returns the client.
 * `name` is the kind of the client, and `guarding` what a guard lent its members to.
 */
export function watched(client, name, guarding, paths) {
  for (const path of paths) {
    const members = path.split(".");
    const method = members.pop();
    const owner = members.reduce((object, member) => object?.[member], client);
    if (typeof owner?.[method] === "function" && Object.isExtensible(owner)) watchMethod(owner, method, () => isUsed(guarding) || warn(name));
  }
  return client;
}

function watchMethod(owner, method, onSuccess) {
  const original = owner[method];
  const watching = function (...args) {
    return noting(original.apply(this, args), onSuccess);
  };
  Object.defineProperty(owner, method, { value: watching, writable: true, configurable: true, enumerable: Object.prototype.propertyIsEnumerable.call(owner, method) });
}

/** Calls `onSuccess` when the caller gets a result. Some clients begin to read an answer when somebody waits for it, so only a plain promise is waited for here. */
function noting(result, onSuccess) {
  if (typeof result?.then !== "function") return result;
  if (result.constructor === Promise) return result.then(onSuccess, () => {}), result;
  const own = result.then;
  const then = function (onResult, onError) {
    return own.call(this, (value) => (onSuccess(), typeof onResult === "function" ? onResult(value) : value), onError);
  };
  return Object.isExtensible(result) ? Object.defineProperty(result, "then", { value: then, writable: true, configurable: true }) : result;
}

function warn(name) {
  if (warned.has(name)) return;
  warned.add(name);
  globalThis.console?.warn(`rethought: ${name} has answered without the fetch that it was given, so its calls are not guarded. Guard the fetch that it uses, or use the proxy: npx rethought proxy. Later calls are not reported.`);
}

// A client with a guard in it: how one is made of another, and which guard is in it.
import { InputError } from "../errors/index.js";

const guards = new WeakMap();

/** Notes the guard that is in a client; gives the client. */
export function withGuard(client, guarding) {
  guards.set(client, guarding);
  return client;
}

/** The guard that is in a client, if one is. */
export const guardOf = (client) => (typeof client === "object" && client !== null ? guards.get(client) : undefined);

/** An object like another, with some members of its own. The other stays as it was. */
export function copyOf(original, members) {
  const made = Object.create(Object.getPrototypeOf(original), Object.getOwnPropertyDescriptors(original));
  for (const [name, value] of Object.entries(members)) Object.defineProperty(made, name, { value, writable: true, configurable: true, enumerable: true });
  return made;
}

/** Throws if a client is not of the kind that an adapter knows. */
export function expect(isKnown, name) {
  if (!isKnown) throw new InputError(`this is not ${name} of a known version. Pass it \`fetch: guard()\` of rethought/guard`, { code: "E_INPUT", pointer: "/client" });
}

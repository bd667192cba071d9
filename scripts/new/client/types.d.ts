
/**
 * Puts a guard into a client of `__kebab__`.
 *
 * @example
 * import { guard__pascal__ } from "rethought/clients";
 *
 * // const client = guard__pascal__(new __pascal__(), { mode: "repair" });
 * const client = { fetch: async () => new Response("{}"), chat: () => {} };
 * guard__pascal__(client) === client; // → false
 *
 * @throws {InputError} if it is no such client, or an option is unknown or invalid.
 */
export function guard__pascal__<C extends { chat: unknown }>(client: C, options?: GuardOptions): C;


/**
 * Makes a store of a client of __title__, one round trip for each call. Any number of processes can use it: a value is written only where there is none.
 *
 * @example
 * import { Ledger } from "rethought";
 * import { __camel__Store } from "rethought/stores";
 *
 * const values = new Map();
 * const client = {
 *   readMany: async (keys) => keys.map((key) => values.get(key)),
 *   writeAbsent: async (entries) => entries.forEach(([key, value]) => values.has(key) || values.set(key, value)),
 * };
 * const ledger = await Ledger.open(__camel__Store(client));
 * await ledger.record({ request, response, target: "anthropic-messages" }); // → true
 *
 * @throws {InputError} if it is not a client.
 */
export function __camel__Store(client: {
  readMany(keys: string[]): Promise<(string | null | undefined)[]>;
  writeAbsent(entries: [key: string, value: string][]): Promise<unknown>;
}): Store;

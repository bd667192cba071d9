
import { __camel__Store } from "rethought/stores";

declare const __camel__: { readMany(keys: string[]): Promise<string[]>; writeAbsent(entries: [string, string][]): Promise<void> };
export const __camel__Opened: Store = __camel__Store(__camel__);
// @ts-expect-error a map is not a client
__camel__Store(new Map<string, string>());

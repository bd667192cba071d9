
import { guard__pascal__ } from "rethought/clients";

declare class __pascal__ {
  fetch: typeof fetch;
  chat(params: object): Promise<unknown>;
}
export const __camel__: __pascal__ = guard__pascal__(new __pascal__(), options);
// @ts-expect-error no client
guard__pascal__({});

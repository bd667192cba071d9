// The types of the runtime, where the program has them: their names need DOM or Node types.

/** `typeof fetch`. */
export type GlobalFetch = typeof globalThis extends { fetch: infer F extends (...args: any[]) => Promise<any> } ? F : (input: any, init?: any) => Promise<any>;

/** A `URL`. */
export type GuardUrl = typeof globalThis extends { URL: { prototype: infer U } } ? U : { readonly href: string; readonly host: string; readonly pathname: string };

/** A `Headers`. */
export type GuardHeaders = typeof globalThis extends { Headers: { prototype: infer H } } ? H : { get(name: string): string | null; has(name: string): boolean; forEach(visit: (value: string, name: string) => void): void };

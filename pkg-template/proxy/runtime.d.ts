// The types of the runtime, where the program has them: their names need DOM or Node types.

/** A `Request`. */
export type ProxyRequest = typeof globalThis extends { Request: { prototype: infer R } } ? R : any;

/** A `Response`. */
export type ProxyResponse = typeof globalThis extends { Response: { prototype: infer R } } ? R : any;

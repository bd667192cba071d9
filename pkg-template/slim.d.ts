export * from "./index.js";

/** A `WebAssembly.Module`, for instance the default import of `rethought/rethought.wasm` in a worker. Not named, since that name needs DOM or Node types. */
export type CompiledModule = object;

/** Gives the package its wasm, as bytes or compiled; once, before any other call. Synchronous. */
export function init(moduleOrBytes: ArrayBuffer | ArrayBufferView | CompiledModule): void;

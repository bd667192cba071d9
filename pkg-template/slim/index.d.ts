export * from "../main/index.js";

/** A `WebAssembly.Module`, for instance the default import of `rethought/rethought.wasm` in a worker. Not named, since that name needs DOM or Node types. */
export type CompiledModule = object;

/**
 * Gives the package its wasm, as bytes or compiled; once, before any other call. Synchronous. The subpaths under `rethought/slim/` load nothing either:
 * they use the wasm that was given here, or that `rethought/inline` has brought.
 *
 * @example
 * import { readFileSync } from "node:fs";
 * import { init } from "rethought/slim";
 * import { scan } from "rethought/slim/json";
 *
 * init(readFileSync(new URL(import.meta.resolve("rethought/rethought.wasm"))));
 * scan("[1]").nodes; // → 2
 */
export function init(moduleOrBytes: ArrayBuffer | ArrayBufferView | CompiledModule): void;

// The caller brings the wasm (`rethought/rethought.wasm`), as bytes or compiled.
import { startSync } from "./recover.js";

/** Gives the package its wasm; once, before any other call. Synchronous. */
export function init(moduleOrBytes) {
  startSync(moduleOrBytes);
}

export * from "./api.js";
export { explain } from "./catalogue.js";

// The caller brings the wasm (`rethought/rethought.wasm`), as bytes or compiled.
import { startSync } from "../wasm/recover.js";

/** Gives the package its wasm; once, before any other call. Synchronous. */
export function init(moduleOrBytes) {
  startSync(moduleOrBytes);
}

export * from "../main/index.js";
export { explain } from "../explain/catalogue.js";

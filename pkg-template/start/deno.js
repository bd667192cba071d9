// Deno: a source import needs no permission, reading the file would. A syntax error elsewhere, so only the `deno` condition leads here.
import source module from "../wasm/rethought.wasm";
import { startSync } from "../wasm/recover.js";

startSync(module);

export * from "../main/index.js";
export { explain } from "../explain/catalogue.js";

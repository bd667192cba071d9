// Deno: a source import needs no permission, reading the file would. A syntax error elsewhere, so only the `deno` condition leads here.
import source module from "./rethought.wasm";
import { startSync } from "./recover.js";

startSync(module);

export * from "./api.js";
export { explain } from "./catalogue.js";

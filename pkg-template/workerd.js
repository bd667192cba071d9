// Cloudflare's runtime compiles no bytes at run time: it hands out an imported .wasm as a module.
import { startSync } from "./recover.js";
import module from "./rethought.wasm";

startSync(module);

export * from "./api.js";
export { explain } from "./catalogue.js";

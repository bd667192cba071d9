// Cloudflare's runtime compiles no bytes at run time: it hands out an imported .wasm as a module.
import { startSync } from "../wasm/recover.js";
import module from "../wasm/rethought.wasm";

startSync(module);

export * from "../main/index.js";
export { explain } from "../explain/catalogue.js";

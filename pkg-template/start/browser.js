// Pages and the bundlers that follow `new URL(…, import.meta.url)` (Vite, webpack). Others: `rethought/inline`.
import { start } from "../wasm/recover.js";

await start(new URL("../wasm/rethought.wasm", import.meta.url));

export * from "../main/index.js";
export { explain } from "../explain/catalogue.js";

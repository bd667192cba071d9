// Pages and the bundlers that follow `new URL(…, import.meta.url)` (Vite, webpack). Others: `rethought/inline`.
import { start } from "./recover.js";

await start(new URL("./rethought.wasm", import.meta.url));

export * from "./api.js";
export { explain } from "./catalogue.js";

// Node and Bun. Synchronous, so that `require("rethought")` works too.
import { readFileSync } from "node:fs";
import { startSync } from "./recover.js";

startSync(readFileSync(new URL("./rethought.wasm", import.meta.url)));

export * from "./api.js";

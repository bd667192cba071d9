// Node and Bun. Synchronous, so that `require("rethought")` works too; and what takes time is read when it is first needed.
import { readFileSync } from "node:fs";
import { explainer } from "./explain.js";
import { startLater } from "./recover.js";

startLater(() => readFileSync(new URL("./rethought.wasm", import.meta.url)));

export * from "./api.js";
export const explain = explainer(() => stringIn(readFileSync(new URL("./cards.js", import.meta.url), "utf8")));

/** The string that a module of the build exports. As a module it could not be had later and yet at once. */
function stringIn(module) {
  return JSON.parse(module.slice(module.indexOf('"'), module.lastIndexOf('"') + 1));
}

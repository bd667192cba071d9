// Node and Bun. Synchronous, so that `require("rethought")` works too; and what takes time is read when it is first needed.
import { explainer } from "../explain/index.js";
import { startLater } from "../wasm/recover.js";

startLater(() => read(new URL("../wasm/rethought.wasm", import.meta.url)));

export * from "../main/index.js";
export const explain = explainer(() => stringIn(read(new URL("../cards/index.js", import.meta.url), "utf8")));

/** Asked for here and not imported: to import it loads the streams as well, which takes longer than all else in this file. */
function read(url, encoding) {
  return process.getBuiltinModule("node:fs").readFileSync(url, encoding);
}

/** The string that a module of the build exports. As a module it could not be had later and yet at once. */
function stringIn(module) {
  return JSON.parse(module.slice(module.indexOf('"'), module.lastIndexOf('"') + 1));
}
